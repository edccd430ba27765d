import type { RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/**
 * The component of a route, which is loaded before it is rendered. If loading fails, it throws, and the next
 * attempt loads it again; the library's `lazyRouteComponent` would reload the page instead, and lose typed
 * text.
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
