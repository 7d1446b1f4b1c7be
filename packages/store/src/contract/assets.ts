import { describe, expect, test } from 'vitest';
import { type Place, sheetHash } from '../segments/index.ts';
import { native } from './made-segments.ts';
import { noon } from './rows.ts';
import type { SegmentsUnderTest } from './segments-under-test.ts';

const day = 24 * 3_600_000;

/** What every keeper of replay bytes promises of the pictures and fonts of pages. */
export function assetsContract(under: () => SegmentsUnderTest): void {
  describe('pictures and fonts of pages', () => {
    const read = async (place: Place): Promise<unknown[]> => (await under().segments.read(place)).events;
    const sent = (bytes: Buffer | string, type = 'application/octet-stream') =>
      `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(40, 7)]);
    const address = 'a'.repeat(22);
    /** As a page sends one: the file, then which address it is of. */
    const bring = (file: string, { at = noon, sample = false, hash = sheetHash(file) } = {}) =>
      under().segments.append(
        'p_one',
        native([
          [9, 0, hash, file],
          [16, 0, 'https://shop.example/hill.png', [7, hash], address],
        ]),
        { receivedAt: at, sample },
      );

    test('are kept once, come back under the type that their bytes have, and are told to pages that ask for the address', async () => {
      const file = sent(png, 'text/html');
      const first = await bring(file);
      expect(first).toMatchObject({ refusedTexts: 0, refusedAssets: 0, leftAssets: 0 });
      // Nothing of the address goes on, and the file is no part of the segment.
      expect(await read(first.row)).toEqual([
        [9, 0, sheetHash(file)],
        [16, 0, 'https://shop.example/hill.png', [7, sheetHash(file)]],
      ]);
      await bring(file, { at: noon + 1 });
      const { sheets } = under().reopen();
      expect(await sheets.load('p_one', sheetHash(file))).toBe(sent(png, 'image/png'));
      expect(await sheets.load('p_two', sheetHash(file))).toBeUndefined();
      const other = 'b'.repeat(22);
      expect(await sheets.known('p_one', [address, other, '../../x'], noon)).toEqual({ [address]: sheetHash(file) });
      expect(await sheets.known('p_two', [address], noon)).toEqual({});
      // A page need not leave out a file, as it does a style sheet, that it has not made a hash of yet.
      expect(await sheets.newest('p_one', 9)).toEqual([]);
      // It may be another one by now.
      expect(await sheets.known('p_one', [address], noon + 2 * day)).toEqual({});
    });

    test('what gave nothing is told as well, so that not every visitor asks for it', async () => {
      await under().segments.append('p_one', native([[16, 0, 'https://shop.example/mine.png', null, address]]), {
        receivedAt: noon,
        sample: false,
      });
      expect(await under().segments.sheets.known('p_one', [address], noon)).toEqual({ [address]: '' });
    });

    test.each([
      ['a page', '<!doctype html><p>hello</p>'],
      ['a script', 'alert(1)'],
      ['a program', Buffer.from('4d5a90000300000004000000', 'hex')],
      ['a file of more than a megabyte', Buffer.concat([png, Buffer.alloc(1_100_000)])],
      ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
      ['a drawing with a script in another prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script/></s:svg>'],
      ['a drawing with a handler', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['a drawing with HTML in it', '<svg><foreignObject><iframe src="/"/></foreignObject></svg>'],
      ['a drawing that asks somebody', '<svg><image href="https://evil.example/x.png"/></svg>'],
      ['a drawing that asks in letters', '<svg><image href="&#104;ttps://evil.example/x.png"/></svg>'],
      ['a drawing whose styles ask', '<svg><style>@import "//evil.example/x.css";</style></svg>'],
      ['a drawing whose rectangle asks', '<svg><rect fill="url(//evil.example/x.svg#a)"/></svg>'],
      ['a drawing with a link that runs', '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>'],
      ['a drawing that becomes a link', '<svg><a><set attributeName="href" to="javascript:alert(1)"/></a></svg>'],
      ['a drawing with entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'],
      ['a drawing with a sheet of another', '<?xml-stylesheet href="//evil.example/x.css"?><svg/>'],
    ])('%s is no picture: refused, counted, and not there', async (_, bytes) => {
      const file = sent(bytes, 'image/png');
      expect(await bring(file)).toMatchObject({ refusedTexts: 0, refusedAssets: 1 });
      expect(await under().segments.sheets.load('p_one', sheetHash(file))).toBeUndefined();
      expect(await under().segments.sheets.known('p_one', [address], noon)).toEqual({});
    });

    test('a drawing that only draws is one, whatever stands before it', async () => {
      for (const drawing of [
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><defs><g id="a"/></defs><use xlink:href="#a"/><style>.a { fill: url(#b) }</style></svg>',
        '<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<svg><title>Only one</title></svg>',
        `<svg><image href="${sent(png, 'image/png')}"/></svg>`,
      ]) {
        const file = sent(drawing);
        expect(await bring(file)).toMatchObject({ refusedAssets: 0 });
        expect(await under().segments.sheets.load('p_one', sheetHash(file))).toBe(sent(drawing, 'image/svg+xml'));
      }
    });

    test('under the hash of another it is refused; a sample is told to nobody; what no segment names goes with its days', async () => {
      const [mine, other] = [
        sent(Buffer.concat([png, Buffer.from('1')])),
        sent(Buffer.concat([png, Buffer.from('2')])),
      ];
      expect(await bring(mine, { hash: sheetHash(other) })).toMatchObject({ refusedAssets: 1 });
      await bring(mine, { sample: true });
      expect(await under().segments.sheets.load('p_one', sheetHash(mine))).toBeDefined();
      expect(await under().segments.sheets.known('p_one', [address], noon)).toEqual({});
      await bring(other, { at: noon - 20 * day });
      await under().segments.dropBefore(noon - 3 * day);
      await under().segments.removeSample('p_one');
      for (const file of [mine, other])
        expect(await under().segments.sheets.load('p_one', sheetHash(file))).toBeUndefined();
    });
  });
}
