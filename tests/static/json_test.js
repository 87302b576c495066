/** Strict JSON: what it takes, what it refuses, and the one way it is written. */

import assert from "node:assert/strict";
import { canonical, isObject, NotJson, readJson } from "../../src/casinowar/static/verify/json.js";

Deno.test("values that a record can hold", () => {
  for (
    const text of [
      '{"a":1,"b":[{"c":"d"},[],{}],"e":-9007199254740991}',
      '"\\"\\\\\\b\\t\\n\\f\\r\\u0001 é♠😀\u2028"',
      "[9007199254740991,0]",
    ]
  ) {
    assert.deepEqual(readJson(text), JSON.parse(text));
    assert.equal(canonical(readJson(text)), text);
  }
});

Deno.test("blanks and the order of keys do not matter", () => {
  const text = ' { "b" :\t[ 1 , 2 ] ,\r\n "a" : { } , "c" : [ ] } ';
  assert.equal(canonical(readJson(text)), '{"a":{},"b":[1,2],"c":[]}');
});

Deno.test("a zero has no sign", () => {
  assert.ok(Object.is(readJson("-0"), 0));
});

Deno.test("a key named after something every object has is a key like any other", () => {
  const read = readJson('{"__proto__":{"x":1},"toString":2}');
  assert.ok(isObject(read));
  assert.deepEqual(Object.keys(read), ["__proto__", "toString"]);
  assert.equal(canonical(read), '{"__proto__":{"x":1},"toString":2}');
});

for (
  const [text, words] of [
    ["", /it ends too early/],
    ["   ", /it ends too early/],
    ["{", /it ends too early/],
    ["[1", /it ends too early/],
    ['{"a"', /it ends too early/],
    ['"a', /not JSON from character 1 on/],
    ["[1,]", /not JSON from character 4 on/],
    ['{"a":1,}', /not JSON from character 8 on/],
    ["{a:1}", /not JSON from character 2 on/],
    ["{1:1}", /not JSON from character 2 on/],
    ["1 2", /not JSON from character 3 on/],
    ["01", /not JSON from character 2 on/],
    ["+1", /not JSON from character 1 on/],
    ["'a'", /not JSON from character 1 on/],
    ["\ufeff1", /begins with a byte order mark/],
    ['"a\nb"', /not JSON from character 1 on/],
    ['"\\x41"', /not JSON from character 1 on/],
    ["1.0", /1.0 is not a whole number/],
    ["1e3", /1e3 is not a whole number/],
    ["9007199254740992", /a whole number is not within 2\*\*53/],
    ["-9007199254740992", /a whole number is not within 2\*\*53/],
    ["true", /true, false and null have no place here/],
    ["[false]", /true, false and null have no place here/],
    ['{"a":null}', /true, false and null have no place here/],
    ["NaN", /have no place here/],
    ["-Infinity", /have no place here/],
    ['"\\ud800"', /half of a surrogate pair/],
    ['{"\\udc00":1}', /half of a surrogate pair/],
    ['{"a":1,"b":2,"a":1}', /an object has a key twice/],
    ["[".repeat(100_000), /nested too deeply/],
    ["[".repeat(101) + "]".repeat(101), /nested too deeply/],
    ['{"a":'.repeat(101) + "1" + "}".repeat(101), /nested too deeply/],
  ]
) {
  Deno.test(`refused: ${JSON.stringify(String(text).slice(0, 30))}`, () => {
    assert.throws(
      () => readJson(String(text)),
      (error) => error instanceof NotJson && /** @type {RegExp} */ (words).test(error.message),
    );
  });
}
