import { type ReactNode, useEffect } from 'react';

/** One screen: its title is the document's title and the first heading. */
export function Screen({
  title,
  back,
  aside,
  children,
}: {
  title: string;
  back?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className="screen">
      <header className="screen-head">
        <div>
          {back && <p className="back">{back}</p>}
          <h1>{title}</h1>
        </div>
        {aside && <div className="screen-aside">{aside}</div>}
      </header>
      {children}
    </main>
  );
}
