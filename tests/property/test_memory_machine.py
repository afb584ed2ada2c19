"""Memory walked at random beside a model of the design: both must agree after every step."""

import pytest
from hypothesis import settings

from tests.property.memory_rules import MemoryRules
from tests.property.talk_rules import TalkRules
from tests.tiers import sized

TestMemory = pytest.mark.row("M1", "M8", "M10", "M22", "M23")(MemoryRules.TestCase)
TestMemory.settings = settings(max_examples=sized(30, 200), stateful_step_count=50, deadline=None)

TestTalk = pytest.mark.row("U4", "M1", "M2", "M29")(TalkRules.TestCase)
TestTalk.settings = settings(max_examples=sized(20, 150), stateful_step_count=30, deadline=None)
