import type { Category, Part, Supplier } from '../desk/shapes.ts';
import type { Random } from './random.ts';

export const categories: Category[] = [
  { slug: 'hinges', name: 'Hinges' },
  { slug: 'runners', name: 'Drawer runners' },
  { slug: 'casters', name: 'Casters' },
  { slug: 'handles', name: 'Handles' },
  { slug: 'brackets', name: 'Brackets' },
  { slug: 'dowels', name: 'Dowels' },
];

/** Prefix, what a part is called, how its kinds differ, cheapest and dearest price in cents. */
const kinds: Record<string, [prefix: string, noun: string, variants: string[], low: number, high: number]> = {
  hinges: ['HNG', 'hinge', ['Concealed', 'Butt', 'Piano', 'Lift-up', 'Glass door', 'Pivot'], 180, 6_400],
  runners: [
    'RUN',
    'runner',
    ['Full extension', 'Soft close', 'Push-to-open', 'Heavy duty', 'Under-mount'],
    900,
    28_000,
  ],
  casters: ['CAS', 'caster', ['Swivel', 'Fixed', 'Braked', 'Twin wheel', 'Furniture'], 240, 9_800],
  handles: ['HND', 'handle', ['Bow', 'Cup', 'Bar', 'Recessed', 'Leather', 'Edge'], 320, 12_500],
  brackets: ['BRK', 'bracket', ['Angle', 'Shelf', 'Floating shelf', 'Bed', 'Corner'], 90, 180_000],
  dowels: ['DOW', 'dowel', ['Fluted', 'Smooth', 'Spiral', 'Oak', 'Beech'], 45, 1_200],
};
const finishes = ['raw', 'oiled', 'lacquered', 'powder-coated'] as const;
const supplierNames: [name: string, country: string, mail: string][] = [
  ['Canary Hinges', 'DE', 'sales@canary-hinges.invalid'],
  ['Adler Beschlag', 'DE', 'verkauf@adler-beschlag.invalid'],
  ['Tauern Metall', 'AT', 'office@tauern-metall.invalid'],
  ['Rhein Runners', 'DE', 'orders@rhein-runners.invalid'],
  ['Jura Fittings', 'CH', 'info@jura-fittings.invalid'],
  ['Polder Wheels', 'NL', 'desk@polder-wheels.invalid'],
  ['Maas Handles', 'NL', 'hello@maas-handles.invalid'],
  ['Zug Precision', 'CH', 'service@zug-precision.invalid'],
  ['Waldviertel Dowels', 'AT', 'holz@waldviertel-dowels.invalid'],
];
const suppliersFor: Record<string, number[]> = {
  hinges: [0],
  runners: [3, 7],
  casters: [5],
  handles: [6, 4],
  brackets: [1, 2],
  dowels: [8],
};

export function makeSuppliers(random: Random): Supplier[] {
  return supplierNames.map(([name, country, contactEmail]) => ({
    supplierId: uuid(random),
    name,
    country,
    leadTimeDays: random.between(2, 21),
    contactEmail,
  }));
}

/** Thirty parts a category. The first of a category is discontinued, the second and third run low, every fourth hinge comes in pairs. */
export function makeParts(random: Random, suppliers: Supplier[], now: number): Part[] {
  return categories.flatMap(({ slug }) => {
    const kind = kinds[slug];
    if (!kind) return [];
    const [prefix, noun, variants, low, high] = kind;
    return Array.from({ length: 30 }, (_, index): Part => {
      const finish = finishes[(index + random.between(0, 1)) % finishes.length] ?? 'raw';
      const unit = index % 4 === 3 ? 'pair' : index % 9 === 4 ? 'set' : 'piece';
      const steepness = (index / 29) ** 3;
      const minStock = random.between(5, 40);
      const runsLow = index === 1 || index === 2;
      return {
        partNo: `${prefix}-${String(100 + index * 13 + random.between(0, 9)).padStart(4, '0')}`,
        name: `${variants[index % variants.length]} ${noun} ${20 + index * 5} mm, ${finish}`,
        category: slug,
        finish,
        unit,
        priceCents: Math.round(low + (high - low) * steepness) + random.between(0, 40),
        stock: runsLow ? random.between(0, minStock - 1) : minStock + random.between(60, 380),
        minStock,
        supplierId: suppliers[random.pick(suppliersFor[slug] ?? [1])]?.supplierId ?? '',
        discontinued: index === 0,
        weightGrams: index % 10 === 5 ? null : Math.round(random.between(40, 24_000)) / 10,
        packSize: random.pick([1, 2, 4, 10, 25]),
        updatedAt: now - random.between(1, 200) * 24 * 3_600_000 - random.between(0, 86_000_000),
      };
    });
  });
}

function uuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.between(0, 15).toString(16));
  hex[12] = '4';
  hex[16] = random.pick(['8', '9', 'a', 'b']);
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
