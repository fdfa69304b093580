"""The same wish in many words: each line, and the one intent that it must be understood as."""

from __future__ import annotations

import pytest

from mud.files import Files
from mud.master.storyteller.english import English
from mud.master.storyteller.grammar import load
from mud.master.storyteller.korean import Korean
from mud.master.storyteller.scene import Scene
from mud.master.storyteller.understanding import Intent, Sense, Understanding
from mud.world.model import Lang

from .conftest import Table

ENGLISH = {
    "greet": [
        "hello there", "hi Agatha", "hey", "good evening to you", "I greet the ghost", "say hello to Agatha", "say hello to agatha",
        "I bow before Agatha", "wave to the ghost", "I say to Agatha: good evening", "nice to meet you, Agatha", "well met, spirit",
        "greetings, o pale one", "whisper hello to the ghost", "I curtsy to Agatha", 'say to Agatha "good morning"',
    ],
    "ask self": [
        "who are you?", "what are you?", "who might you be", "tell me about yourself", "ask Agatha who she is", "introduce yourself",
        "please tell me your story", "ask the ghost about her life", "what did you do when you were alive?",
    ],
    "ask name": [
        "what is your name?", "what's your name", "may I ask your name", "ask Agatha her name", "tell me your name please",
        "how are you called?", "what should I call you?", "do you have a name?", "ask the ghost what her name is",
        "by what name are you known", "who am I speaking to?",
    ],
    "ask death": [
        "how did you die?", "ask Agatha how she died", "who killed you?", "tell me how you died", "ask the ghost about her death",
        "when did you die", "say to Agatha: how did you die?", "what was your death like",
    ],
    "ask castle": [
        "what is this castle?", "ask Agatha about the castle", "tell me about the castle", "who built the castle?",
        "who lives in this house?", "talk to Agatha about the castle",
    ],
    "ask feeling": ["how are you?", "how do you feel", "ask Agatha how she feels", "are you lonely?", "are you all right?"],
    "ask machine": ["are you a robot?", "is this a computer program talking?", "are you an AI?"],
    "ask reason": ["why are you here?", "why do you haunt this room?", "what keeps you here?"],
    "thank": [
        "thank you", "thanks a lot", "I thank Agatha", "many thanks, Agatha", "say thank you to the ghost",
        "tell Agatha that I am grateful", "I really appreciate it", "much obliged",
    ],
    "insult": [
        "you idiot", "you are ugly", "insult the ghost", "I mock Agatha", "tell Agatha she is a stupid liar", "shut up",
        "you are pathetic, Agatha", "I hate you", "go to hell", "you stink", "taunt the ghost",
    ],
    "beg": [
        "please spare me", "I beg you", "have mercy on me", "beg Agatha for mercy", "ask Agatha for mercy", "please don't hurt me",
        "I plead with the ghost", "let me live",
    ],
    "attack": [
        "attack Agatha", "I punch the ghost", "hit Agatha in the face", "stab the ghost", "try to kill Agatha", "I slap her",
        "strangle the ghost", "fight Agatha",
    ],
    "apologise": [
        "sorry", "I am so sorry, Agatha", "forgive me", "apologise to the ghost", "tell Agatha that I am sorry", "my mistake",
    ],
    "comfort": ["don't be sad", "comfort the ghost", "tell Agatha that she is not alone", "hug Agatha", "there there"],
    "invite": ["come with me", "follow me, Agatha", "let's go together", "walk with me, ghost"],
    "suffer": ["I am hungry", "I'm cold", "I am so tired, I'm exhausted", "my feet hurt"],
    "examine": [
        "look at the bathtub", "examine the bathtub closely", "inspect the chest", "take a good look at the curtain",
        "what is in the bathtub?", "have a closer look at the portraits", "study the carpet", "I gaze at the portraits",
        "scrutinise the tarpaulin", "what about the chest? I look at it", "who are the people in the portraits?",
    ],
    "search": [
        "search the chest", "look under the carpet", "rummage in the chest", "I search behind the portraits",
        "look for a key in the leaves", "dig around in the dead leaves", "go through the papers", "ransack the room",
    ],
    "read": ["read the card", "I try to read what the card says", "decipher the purple ink", "peruse the card"],
    "open": [
        "open the chest", "I open the old chest", "try to open the chest", "unlock the chest", "pry the chest open",
        "can I open the chest?",
    ],
    "go onward": [
        "go inside", "enter the castle", "go in", "walk inside", "step inside", "let's go in", "go through the oak door",
        "walk through the oak door", "I step through the big oak door", "enter through the oak door", "pass through the door",
        "go on through the old door",
    ],
    "go back": [
        "go back", "I turn back", "head back the way I came", "return to the previous room", "leave", "run away", "go back outside",
        "retreat",
    ],
}  # fmt: skip

KOREAN = {
    "greet": [
        "안녕", "안녕하세요 아가사", "아가사에게 인사한다", "유령에게 인사해", "반갑습니다", "처음 뵙겠습니다", "저기요",
        "아가사에게 손을 흔든다", "아가사에게 안녕하세요라고 말한다", "유령에게 고개를 숙인다", "좋은 저녁이에요", "여보세요?",
        "안녕, 아가사!",
    ],
    "ask self": [
        "너는 누구니", "너는 누구니?", "누구세요?", "당신은 누구신가요", "넌 누구야", "정체가 뭐야?", "아가사에게 누구냐고 묻는다",
        "자기소개 좀 해 봐요", "그대는 누구인가", "당신에 대해 말해 줘요", "누구십니까", "아가사에게 누구인지 물어본다",
    ],
    "ask name": [
        "이름이 뭐야?", "네 이름은 뭐니", "이름을 알려 줘", "성함이 어떻게 되세요?", "아가사에게 이름을 묻는다", "뭐라고 부르면 돼요?",
        "유령에게 이름이 뭐냐고 물어본다", "당신 이름은?", "이름 좀 말해 주세요",
    ],
    "ask death": [
        "어떻게 죽었어?", "왜 죽었나요", "아가사에게 어떻게 죽었는지 묻는다", "누가 당신을 죽였나요?", "언제 돌아가셨어요?",
        "아가사에게 죽음에 대해 물어본다", "어쩌다 죽게 됐어요?",
    ],
    "ask castle": [
        "이 성은 뭐예요?", "아가사에게 성에 대해 묻는다", "이 성은 누가 지었나요?", "성의 주인은 누구죠?", "이 저택에 대해 말해 줘",
    ],
    "ask feeling": ["기분이 어때요?", "어떻게 지내세요?", "외롭지 않나요?", "아가사에게 기분이 어떤지 묻는다"],
    "ask machine": ["너 로봇이지?", "당신은 인공지능인가요?", "혹시 컴퓨터예요?"],
    "ask reason": ["왜 아직 떠나지 않나요?", "왜 이 방에 있나요?", "왜 여기 머무르세요?"],
    "thank": [
        "고마워", "감사합니다", "정말 고맙습니다", "아가사에게 고맙다고 한다", "아가사에게 감사 인사를 한다",
        "유령에게 고맙다고 말한다", "도와줘서 고마워요",
    ],
    "insult": [
        "바보", "이 멍청아", "못생긴 유령", "아가사를 모욕한다", "닥쳐", "유령에게 욕을 한다", "꺼져", "아가사에게 바보라고 말한다",
        "재수 없어", "너 정말 한심하다",
    ],
    "beg": [
        "제발 살려 주세요", "살려줘", "자비를 베푸세요", "아가사에게 애원한다", "해치지 마세요", "목숨을 구걸한다", "제발 부탁이에요",
    ],
    "attack": [
        "아가사를 때린다", "유령을 공격해", "아가사에게 덤빈다", "유령을 죽인다", "아가사를 주먹으로 친다", "유령의 목을 조른다",
        "아가사를 찌른다",
    ],
    "apologise": ["미안해요", "죄송합니다", "아가사에게 사과한다", "용서해 주세요", "아가사에게 미안하다고 말한다", "내가 잘못했어"],
    "comfort": ["울지 마세요", "아가사를 위로한다", "유령을 안아 준다", "힘내세요", "혼자가 아니에요"],
    "invite": ["같이 가자", "나를 따라와", "함께 가요, 아가사", "이리 와요"],
    "suffer": ["배고파요", "너무 추워", "피곤하다", "목말라요"],
    "examine": [
        "욕조를 본다", "욕조를 자세히 본다", "상자를 살펴봐", "커튼을 들여다본다", "초상화를 찬찬히 구경한다", "욕조 안을 들여다본다",
        "쪽지를 유심히 본다", "벽난로를 관찰해 보자", "상자 안에 뭐가 있지?", "저 초상화는 누구야?", "방수포를 살핀다",
    ],
    "search": [
        "상자를 뒤진다", "욕조 밑을 찾아본다", "커튼 뒤를 뒤져 본다", "방을 조사한다", "잎을 뒤적인다", "상자 속을 더듬어 찾는다",
        "벽난로를 수색해",
    ],
    "read": ["쪽지를 읽는다", "쪽지를 읽어 줘", "쪽지에 적힌 것을 읽어 본다", "쪽지에 뭐라고 쓰여 있지?", "보라색 잉크를 해독한다"],
    "open": ["상자를 연다", "상자를 열어 봐", "상자를 열자", "낡은 상자를 열어 보고 싶다", "상자 뚜껑을 연다"],
    "go onward": [
        "안으로 들어간다", "성 안으로 들어가자", "안으로 들어가요", "들어간다", "문으로 들어간다", "참나무 문을 지나간다",
        "참나무 문으로 들어가", "커다란 참나무 문을 통과한다", "문을 지나 앞으로 나아간다", "성으로 들어간다",
    ],
    "go back": ["돌아간다", "뒤로 돌아가자", "왔던 길로 되돌아간다", "밖으로 나간다", "도망친다", "물러난다", "이전 방으로 간다"],
}  # fmt: skip


@pytest.fixture(scope="module")
def understanding() -> Understanding:
    verbs = load(Files().config_text).verbs
    return Understanding({Lang.EN: English(verbs[Lang.EN]), Lang.KO: Korean(verbs[Lang.KO])})


def lines(table: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(line, wanted) for wanted, paraphrases in table.items() for line in paraphrases]


def understood(understanding: Understanding, scene: Scene) -> str:
    """What was understood, put as the tables put it."""
    match intent := understanding.intent(scene):
        case Intent(sense=Sense.TALK, heard=heard) if heard is not None:
            return f"{heard.speech} {heard.topic}".strip()
        case Intent(sense=Sense.GO):
            tongue = understanding.tongue(scene.line)
            return (
                f"go {next((where for where in ('back', 'onward') if tongue.leads(intent.words, where)), '')}"
            )
        case Intent(sense=Sense.DEED, deed=deed):
            return deed
        case _:
            return str(intent.sense)


@pytest.mark.parametrize(("line", "wanted"), lines(ENGLISH))
def test_english(understanding: Understanding, english: Table, line: str, wanted: str) -> None:
    assert understood(understanding, Scene.model_validate(english.state(line))) == wanted


@pytest.mark.parametrize(("line", "wanted"), lines(KOREAN))
def test_korean(understanding: Understanding, korean: Table, line: str, wanted: str) -> None:
    assert understood(understanding, Scene.model_validate(korean.state(line))) == wanted
