import { shellTexts } from '@comet/texts/desktop';
import { followTheme, NotificationBar } from '@comet/ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';
import { App } from './app.tsx';
import { NavigationProvider, type Screen } from './features/navigation/index.ts';
import { type Daemon, DaemonProvider } from './platform/daemon/index.ts';
import { type Shell, ShellProvider } from './platform/shell/index.ts';

/** Draws the app on the page, with this daemon behind it and this shell around it, and this screen open. */
export function show(daemon: Daemon, shell: Shell, first: Screen = 'home'): void {
  followTheme();
  const place = document.getElementById('root');
  if (place === null) throw new Error('the page has no #root');
  createRoot(place).render(
    <StrictMode>
      <DaemonProvider daemon={daemon}>
        <ShellProvider shell={shell}>
          <NotificationBar label={shellTexts.notifications} closeLabel={shellTexts.close}>
            <NavigationProvider first={first}>
              <App />
            </NavigationProvider>
          </NotificationBar>
        </ShellProvider>
      </DaemonProvider>
    </StrictMode>,
  );
}
