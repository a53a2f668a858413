"""Images: what stands for values, requests and answers in states, and from which equal ones are made again.

Images are hashable and tell how large what they stand for is.
"""
