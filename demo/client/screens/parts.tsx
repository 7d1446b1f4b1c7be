import { useEffect, useState } from 'react';
import { partsOfCategory } from '#release/category.ts';
import { numbers } from '#release/numbers.ts';
import type { Calls, PartsQuery } from '../calls.ts';
import { useDesk } from '../desk.tsx';
import type { Category, Part, PartsPage } from '../entities.ts';
import { euros } from '../money.ts';
import { withQuery } from '../request.ts';
import { Link, useRouter } from '../router.tsx';
import { Icon } from '../ui/icon.tsx';
import { Pager } from '../ui/pager.tsx';
import { Refusal } from '../ui/refusal.tsx';
import { Screen } from '../ui/screen.tsx';
import { useLoaded } from '../use-loaded.ts';

interface View {
  q: string;
  category: string;
  page: number;
  sort: 'name' | 'price' | 'stock';
  low: boolean;
}

interface Shown {
  items: Part[];
  page: number;
  pages: number;
  total?: number;
  categories?: Category[];
}

export function PartsScreen() {
  const { calls, may } = useDesk();
  const { search, go } = useRouter();
  const view = viewOf(search);
  const parts = useLoaded(() => load(calls, view), [view]);
  const categories = useCategories(calls, parts.value?.categories);
  const to = (changed: Partial<View>) => hrefOf({ ...view, page: 1, low: false, ...changed });
  return (
    <Screen title="Parts" aside={may('lowStock') && <Link to="/parts?low=1">Low stock</Link>}>
      <SearchBox
        key={view.low ? 'low' : view.category}
        q={view.q}
        onSearch={(q) => go(to({ q }), view.q ? 'replace' : 'push')}
      />
      <nav className="categories" aria-label="Categories">
        {categories.map((category) => (
          <Link
            key={category.slug}
            to={to({ category: category.slug, q: '' })}
            className={category.slug === view.category ? 'chosen' : ''}
          >
            <Icon name={category.slug} />
            {category.name}
          </Link>
        ))}
      </nav>
      <Refusal of={parts.refusal} />
      {parts.value && (
        <>
          <table>
            <caption>{captionOf(view, parts.value)}</caption>
            <thead>
              <tr>
                <th scope="col">Number</th>
                <th scope="col">
                  <Link to={to({ sort: 'name' })}>Name</Link>
                </th>
                <th scope="col">Finish</th>
                <th scope="col" className="number">
                  <Link to={to({ sort: 'price' })}>Price</Link>
                </th>
                <th scope="col" className="number">
                  <Link to={to({ sort: 'stock' })}>Stock</Link>
                </th>
              </tr>
            </thead>
            <tbody>
              {parts.value.items.map((part) => (
                <PartRow key={part.partNo} part={part} />
              ))}
            </tbody>
          </table>
          {!view.low && (
            <Pager page={parts.value.page} pages={parts.value.pages} onNext={() => go(to({ page: view.page + 1 }))} />
          )}
        </>
      )}
    </Screen>
  );
}

function PartRow({ part }: { part: Part }) {
  return (
    <tr className={part.discontinued ? 'gone' : ''}>
      <td className="code">{part.partNo}</td>
      <td>
        <Link to={`/parts/${part.partNo}`}>{part.name}</Link>
        {part.discontinued && <small> no longer made</small>}
      </td>
      <td>{part.finish}</td>
      <td className="number">{euros(part.priceCents)}</td>
      <td className={part.stock < part.minStock ? 'number scarce' : 'number'}>{part.stock}</td>
    </tr>
  );
}

/** Sends what was typed once the person pauses. */
function SearchBox({ q, onSearch }: { q: string; onSearch(q: string): void }) {
  const { clock } = useDesk();
  const [typed, setTyped] = useState(q);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the wait
  useEffect(() => {
    if (typed === q) return;
    return clock.after(numbers.searchDebounceMilliseconds, () => onSearch(typed));
  }, [typed]);
  return (
    <div className="search">
      <input
        type="search"
        aria-label="Search parts"
        placeholder="Name or number, such as hinge or HNG-0412"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}

/** The categories of the last list that named them; a list that does not is asked beside one that does. */
function useCategories(calls: Calls, fresh: Category[] | undefined): Category[] {
  const [known, setKnown] = useState<Category[]>([]);
  useEffect(() => {
    if (fresh) setKnown(fresh);
  }, [fresh]);
  const missing = known.length === 0 && !fresh;
  useEffect(() => {
    const category = new URLSearchParams(location.search).get('category');
    if (missing && category)
      calls.listParts({ page: 1 }).then(
        (page) => setKnown(page.categories),
        () => setKnown([]), // The list itself says what is wrong.
      );
  }, [missing, calls]);
  return known;
}

async function load(calls: Calls, { q, category, page, sort, low }: View): Promise<Shown> {
  if (low) return { ...(await calls.lowStock()), page: 1, pages: 1 };
  if (category && !q && sort === 'name') return partsOfCategory(calls, category, page);
  const query: PartsQuery = { q, category, page, sort };
  const found: PartsPage = await calls.listParts(query);
  return found;
}

function viewOf(search: URLSearchParams): View {
  const sort = search.get('sort');
  return {
    q: search.get('q') ?? '',
    category: search.get('category') ?? '',
    page: Math.max(1, Number(search.get('page')) || 1),
    sort: sort === 'price' || sort === 'stock' ? sort : 'name',
    low: search.get('low') === '1',
  };
}

const hrefOf = ({ q, category, page, sort, low }: View): string =>
  withQuery('/parts', {
    q,
    category,
    page: page > 1 ? page : undefined,
    sort: sort === 'name' ? undefined : sort,
    low: low ? 1 : undefined,
  });

function captionOf(view: View, { items, total }: Shown): string {
  if (view.low) return `${items.length} parts below their minimum stock`;
  return total === undefined ? 'Parts of one category' : `${total} parts`;
}
