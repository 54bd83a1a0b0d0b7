"""Search: looking ahead, with a learned judgement of what cannot be seen to the end."""
