"""A small agent framework: typed functions as tools, a conversation within a budget, one loop to the final answer.

It knows nothing of castles. `docs/agent.md` shows a whole agent.
"""

from mud.agent.breaker import Breaker
from mud.agent.clock import Clock
from mud.agent.conversation import Conversation, ConversationBusy, estimate_tokens
from mud.agent.limits import Limits
from mud.agent.loop import Agent
from mud.agent.model import Message, Model, ModelError, Request, ToolSchema, Usage
from mud.agent.parameter import ToolDefinitionError
from mud.agent.report import CallRecord, Observer, Outcome, TurnFailed
from mud.agent.result import ToolRefused, ToolResult
from mud.agent.tool import Call, Context, Tool, tool

__all__ = [
    "Agent",
    "Breaker",
    "Call",
    "CallRecord",
    "Clock",
    "Context",
    "Conversation",
    "ConversationBusy",
    "Limits",
    "Message",
    "Model",
    "ModelError",
    "Observer",
    "Outcome",
    "Request",
    "Tool",
    "ToolDefinitionError",
    "ToolRefused",
    "ToolResult",
    "ToolSchema",
    "TurnFailed",
    "Usage",
    "estimate_tokens",
    "tool",
]
