import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createUnpacker, release } from './unpack.ts';

const unpacked = async (body: Buffer, encoding: 'gzip' | 'identity'): Promise<Buffer> => {
  const bytes = await createUnpacker().unpack(body, encoding, 1_000_000);
  return Buffer.isBuffer(bytes) ? bytes : expect.fail(bytes.code);
};

test('the memory of what was unpacked is given back, and nobody else loses any', async () => {
  for (const length of [1, 2_000, 40_000, 400_000]) {
    const neighbour = Buffer.from('a neighbour in the pool');
    const body = gzipSync('x'.repeat(length));
    const packed = Buffer.from(body);
    const bytes = await unpacked(body, 'gzip');
    expect(bytes.length).toBe(length);
    release(bytes, body);
    expect(bytes.length).toBe(0);
    expect(body.equals(packed)).toBe(true);
    expect(neighbour.toString()).toBe('a neighbour in the pool');
  }
});

test('a body that was not packed stays as it is', async () => {
  for (const body of [Buffer.from('{}'), Buffer.from('{}'.padEnd(100_000))]) {
    const text = body.toString();
    release(await unpacked(body, 'identity'), body);
    expect(body.toString()).toBe(text);
  }
});
