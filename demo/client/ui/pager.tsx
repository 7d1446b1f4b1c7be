/** Where we are in a list, and the way on. */
export function Pager({ page, pages, onNext }: { page: number; pages: number; onNext(): void }) {
  return (
    <nav className="pager" aria-label="Pages">
      <span>
        Page {page} of {pages}
      </span>
      <button type="button" onClick={onNext} disabled={page >= pages}>
        Next page
      </button>
    </nav>
  );
}
