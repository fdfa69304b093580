"""Any endpoint that speaks OpenAI's Chat Completions, as a `Model`: one way of asking for all of them, and their oddities in one place."""

from mud.agent.openai.client import OpenAIModel, open_model
from mud.agent.openai.endpoint import NO_KEY, OPENAI, Endpoint

__all__ = ["NO_KEY", "OPENAI", "Endpoint", "OpenAIModel", "open_model"]
