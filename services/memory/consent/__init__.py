"""How something becomes known, changes or goes: asked, answered, and never without the person's own yes."""
