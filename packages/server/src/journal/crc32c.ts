/**
 * CRC-32C (Castagnoli), as iSCSI and ext4 use it: RFC 3720, appendix B.4. Eight bytes a step through eight tables
 * ("slicing by 8"), since a checksum guards every byte that is acknowledged.
 */
const reversedPolynomial = 0x82f63b78;
const tables = makeTables();

/** Continues from `seed`, the CRC of what came before; 0 to begin. */
export function crc32c(bytes: Uint8Array, seed = 0, from = 0, until = bytes.length): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables;
  let crc = ~seed;
  let at = from;
  for (const last = until - 7; at < last; at += 8) {
    // Indices stay inside both the tables and the bytes: the loop's bound says so, and `& 255` does for the tables.
    crc ^= byte(bytes, at) | (byte(bytes, at + 1) << 8) | (byte(bytes, at + 2) << 16) | (byte(bytes, at + 3) << 24);
    crc =
      cell(t7, crc & 255) ^
      cell(t6, (crc >>> 8) & 255) ^
      cell(t5, (crc >>> 16) & 255) ^
      cell(t4, crc >>> 24) ^
      cell(t3, byte(bytes, at + 4)) ^
      cell(t2, byte(bytes, at + 5)) ^
      cell(t1, byte(bytes, at + 6)) ^
      cell(t0, byte(bytes, at + 7));
  }
  for (; at < until; at += 1) crc = cell(t0, (crc ^ byte(bytes, at)) & 255) ^ (crc >>> 8);
  return ~crc >>> 0;
}

function byte(bytes: Uint8Array, at: number): number {
  return bytes[at] as number; // inside the bounds, see above
}

function cell(table: Int32Array, at: number): number {
  return table[at] as number; // 0 to 255, see above
}

type Tables = [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];

function makeTables(): Tables {
  const made = Array.from({ length: 8 }, () => new Int32Array(256)) as Tables; // eight, as the length says
  for (let index = 0; index < 256; index += 1) {
    let crc = index;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ reversedPolynomial : crc >>> 1;
    made[0][index] = crc;
  }
  for (let index = 0; index < 256; index += 1)
    for (let table = 1; table < 8; table += 1) {
      const before = cell(made[table - 1] as Int32Array, index); // table is at least 1
      made[table as 1][index] = cell(made[0], before & 255) ^ (before >>> 8);
    }
  return made;
}
