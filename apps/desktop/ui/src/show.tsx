import { shellTexts } from '@comet/texts/desktop';
import { followTheme, NotificationBar } from '@comet/ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';
import { App } from './app.tsx';
import { type Daemon, DaemonProvider } from './platform/daemon/index.ts';

/** Draws the app on the page, with this daemon behind it. */
export function show(daemon: Daemon): void {
  followTheme();
  const place = document.getElementById('root');
  if (place === null) throw new Error('the page has no #root');
  createRoot(place).render(
    <StrictMode>
      <DaemonProvider daemon={daemon}>
        <NotificationBar label={shellTexts.notifications} closeLabel={shellTexts.close}>
          <App />
        </NotificationBar>
      </DaemonProvider>
    </StrictMode>,
  );
}
