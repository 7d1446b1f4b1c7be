import { type Answer, ok, refuse } from './answer.ts';
import type { Call } from './call.ts';
import { asBody, checkPart } from './checks.ts';
import { pageOf, showCategory, showPart, showSupplier } from './present.ts';
import type { Part } from './shapes.ts';

type Order = (a: Part, b: Part) => number;
const byNumber: Order = (a, b) => (a.partNo < b.partNo ? -1 : 1);
const sorts: Record<string, Order> = {
  name: (a, b) => a.name.localeCompare(b.name, 'en') || byNumber(a, b),
  price: (a, b) => a.priceCents - b.priceCents || byNumber(a, b),
  stock: (a, b) => a.stock - b.stock || byNumber(a, b),
};

export const pageNumber = (text: string | null): number => Math.max(1, Math.min(10_000, Number(text) || 1));

export function listParts({ desk, query }: Call): Answer {
  const words = (query.get('q') ?? '').trim().toLowerCase();
  const category = query.get('category');
  const found = [...desk.parts.values()].filter(
    (part) =>
      (!category || part.category === category) &&
      (part.name.toLowerCase().includes(words) || part.partNo.toLowerCase().includes(words)),
  );
  found.sort(sorts[query.get('sort') ?? 'name'] ?? sorts.name);
  const page = pageOf(desk, found, pageNumber(query.get('page')));
  return ok({
    ...page,
    items: page.items.map((part) => showPart(desk, part)),
    total: found.length,
    categories: desk.categories.map((one) => showCategory(desk, one)),
  });
}

export function lowStock({ desk }: Call): Answer {
  const low = [...desk.parts.values()].filter((part) => part.stock < part.minStock).sort(sorts.stock);
  return ok({ items: low.map((part) => showPart(desk, part)) });
}

export function getPart({ desk, params }: Call): Answer {
  const part = desk.parts.get(params.partNo ?? '');
  return part ? ok(showPart(desk, part)) : refuse(desk.release, 'PART_NOT_FOUND');
}

export function editPart({ desk, params, body }: Call): Answer {
  const part = desk.parts.get(params.partNo ?? '');
  if (!part) return refuse(desk.release, 'PART_NOT_FOUND');
  const given = asBody(body);
  const refused = checkPart(desk.release, given);
  if (refused.length > 0) return refuse(desk.release, 'VALIDATION_FAILED', refused);
  if (given.priceCents !== undefined) part.priceCents = Number(given.priceCents);
  if (given.stock !== undefined) part.stock = Number(given.stock);
  part.updatedAt = desk.clock.now();
  return ok(showPart(desk, part));
}

/** Until 1.0.0; later pages of a category ask {@link listParts}. */
export function categoryParts({ desk, params, query }: Call): Answer {
  const category = desk.categories.find((one) => one.slug === params.slug);
  const found = category ? [...desk.parts.values()].filter((part) => part.category === category.slug) : [];
  found.sort(sorts.name);
  const page = pageOf(desk, found, pageNumber(query.get('page')));
  return ok({
    category: category ? showCategory(desk, category) : { slug: params.slug, name: params.slug, partCount: 0 },
    ...page,
    items: page.items.map((part) => showPart(desk, part)),
  });
}

export function getSupplier({ desk, params }: Call): Answer {
  const supplier = desk.suppliers.get(params.supplierId ?? '');
  return supplier ? ok(showSupplier(supplier)) : refuse(desk.release, 'PART_NOT_FOUND');
}
