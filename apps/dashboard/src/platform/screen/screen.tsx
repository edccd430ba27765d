import type { RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/**
 * The component of a route that is fetched before it is drawn. One that cannot be fetched fails, and is fetched again by the next attempt;
 * the library's `lazyRouteComponent` would reload the page instead, and lose what is typed in it.
 */
export function screen(fetch: () => Promise<{ readonly default: ComponentType }>): RouteComponent {
  let Screen: ComponentType | null = null;
  const preload = async () => {
    Screen = (await fetch()).default;
  };
  function Fetched() {
    return Screen === null ? null : <Screen />;
  }
  return Object.assign(Fetched, { preload });
}
