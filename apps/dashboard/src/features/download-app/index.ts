import { redirect } from '@tanstack/react-router';
import { storeFor } from './app-store.ts';

/** URLs of the app in both stores, set when the dashboard is built. */
const STORES = {
  'app-store': import.meta.env['VITE_APP_STORE_URL'] ?? 'https://apps.apple.com/app/comet-vpn',
  'play-store':
    import.meta.env['VITE_PLAY_STORE_URL'] ?? 'https://play.google.com/store/apps/details?id=com.cometvpn',
};

/** Redirects a phone to its store, and any other device to the 404 page. */
export function sendToStore({ preload }: { readonly preload: boolean }): Promise<never> {
  const store = storeFor(navigator);
  if (store === null || preload) throw redirect({ to: '/404', replace: true });
  location.replace(STORES[store]);
  // A redirect is pending: nothing is rendered.
  return new Promise<never>(() => {});
}
