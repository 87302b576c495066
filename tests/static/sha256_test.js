/** SHA-256 and HMAC-SHA256 against the published vectors, and every length around a block. */

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { fromHex, hmac, joined, sha256, toHex } from "../../src/casinowar/static/verify/sha256.js";
import vectors from "../data/hmac-vectors.json" with { type: "json" };

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);

Deno.test("the examples of FIPS 180-4", () => {
  const examples = {
    "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  };
  for (const [text, expected] of Object.entries(examples)) {
    assert.equal(toHex(sha256(bytes(text))), expected);
  }
});

Deno.test("a million letters", () => {
  assert.equal(
    toHex(sha256(bytes("a".repeat(1_000_000)))),
    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
  );
});

Deno.test("every length up to four blocks", () => {
  for (let length = 0; length <= 256; length++) {
    const message = Uint8Array.from({ length }, (_, index) => 7 * index + length);
    assert.equal(toHex(sha256(message)), createHash("sha256").update(message).digest("hex"));
    const expected = createHmac("sha256", message).update("message").digest("hex");
    assert.equal(toHex(hmac(message, bytes("message"))), expected);
  }
});

Deno.test("a part of a larger buffer", () => {
  const part = bytes("..abc..").subarray(2, 5);
  assert.equal(toHex(sha256(part)), toHex(sha256(bytes("abc"))));
});

for (const vector of vectors.rfc4231) {
  Deno.test(`RFC 4231, case ${vector.case}`, () => {
    assert.equal(toHex(hmac(fromHex(vector.key), fromHex(vector.data))), vector.hmac);
  });
}

for (const vector of vectors.rfc5869) {
  Deno.test(`RFC 5869, case ${vector.case}`, () => {
    const root = hmac(fromHex(vector.salt), fromHex(vector.secret));
    assert.equal(toHex(root), vector.prk);
    const key = hmac(root, joined(fromHex(vector.info), Uint8Array.of(1)));
    assert.equal(toHex(key), vector.okm.slice(0, 64));
  });
}

Deno.test("digits and bytes", () => {
  assert.deepEqual(fromHex("00ff10"), Uint8Array.of(0, 255, 16));
  assert.deepEqual(fromHex(""), new Uint8Array());
  assert.equal(toHex(Uint8Array.of(0, 255, 16)), "00ff10");
});
