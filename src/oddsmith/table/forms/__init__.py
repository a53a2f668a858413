"""The form of a log, said once: models that the check of a log uses, and the JSON schema that is made of them.

`text` reads JSON strictly, `fields` and `rolls` hold the parts of events, `log` the whole; `schema` publishes it.
"""
