// Random bytes from this browser. Under a plain-http name `getRandomValues` is all there is, and all that is needed.

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** 256 random bits as 64 hex digits: a nonce. */
export const nonce = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/** A new idempotency key. */
export const newKey = () => hex(crypto.getRandomValues(new Uint8Array(16)));
