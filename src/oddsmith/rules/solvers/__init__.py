"""Exact values of every state: probability flows forward, values flow backward.

Loops are linear systems, policy iteration or stochastic games; large graphs get proven bounds.
"""
