import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, createContext, type ReactNode, Suspense, use } from 'react';
import { Failed } from './faces.tsx';

export interface Told {
  code: string;
  title: string;
  help: string;
  again: boolean;
}

/** How an error is told; the app says it once for all boundaries. */
export const FailureWords = createContext<(error: unknown) => Told>((error) => ({
  code: 'unknown',
  title: 'This did not work',
  help: String(error),
  again: true,
}));

/** Around a part that asks the server: shows `loading` while it waits and the failed face, with another try, when it fails. */
export function Boundary({
  loading,
  heading,
  wayOut,
  children,
}: {
  loading: ReactNode;
  /** `h1` where what stands inside is all that the screen says. */
  heading?: 'h1' | 'h2';
  /** A link to where one goes on when it fails. */
  wayOut?: ReactNode;
  children: ReactNode;
}) {
  const { reset } = useQueryErrorResetBoundary();
  const tell = use(FailureWords);
  return (
    <Catch onRetry={reset} tell={tell} heading={heading} wayOut={wayOut}>
      <Suspense fallback={loading}>{children}</Suspense>
    </Catch>
  );
}

interface CatchProps {
  onRetry: () => void;
  tell: (error: unknown) => Told;
  heading: 'h1' | 'h2' | undefined;
  wayOut: ReactNode;
  children: ReactNode;
}

/** React offers no hook for this: only a class can catch what its children throw. */
class Catch extends Component<CatchProps, { caught: { error: unknown } | null }> {
  override state: { caught: { error: unknown } | null } = { caught: null };

  static getDerivedStateFromError(error: unknown): { caught: { error: unknown } } {
    return { caught: { error } };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (caught === null) return this.props.children;
    const { code, title, help, again } = this.props.tell(caught.error);
    const retry = (): void => {
      this.props.onRetry();
      this.setState({ caught: null });
    };
    const { heading, wayOut } = this.props;
    return <Failed {...{ code, title, help, heading, wayOut }} onRetry={again ? retry : undefined} />;
  }
}
