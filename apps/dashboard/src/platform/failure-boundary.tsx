import { Component, type ReactNode } from 'react';
import type { FailureProps } from './router/route.ts';

interface FailureBoundaryProps {
  /** When this changes, what failed is drawn anew. */
  readonly turn: unknown;
  readonly failed: (failure: FailureProps) => ReactNode;
  readonly children: ReactNode;
}

interface Kept {
  readonly turn: unknown;
  readonly failure: { readonly error: unknown } | null;
}

/** Draws something else in the place of what threw while it was drawn. */
export class FailureBoundary extends Component<FailureBoundaryProps, Kept> {
  override state: Kept = { turn: this.props.turn, failure: null };

  static getDerivedStateFromError(error: unknown): Partial<Kept> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ turn }: FailureBoundaryProps, kept: Kept): Kept | null {
    return turn === kept.turn ? null : { turn, failure: null };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return this.props.failed({ error: failure.error, reset: () => this.setState({ failure: null }) });
  }
}
