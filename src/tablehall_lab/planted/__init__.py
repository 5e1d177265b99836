"""Servers that keep nearly every rule: the hall's own with one defect each, for `conform` to find."""
