/** The sentences of the app's settings. */
export const settingsTexts = {
  title: 'Settings',
  safety: 'Safety',
  lockdown: 'Lockdown',
  lockdownHint: 'Nothing leaves this computer without a tunnel, also after a restart and while disconnected.',
  killSwitch: 'Kill switch',
  killSwitchHint:
    'Always on: when a tunnel breaks, traffic is held back until it stands again or you disconnect.',
  postQuantum: 'Post-quantum keys',
  postQuantumHint: 'A second key, against those who record now and compute later.',
  network: 'Network',
  allowLan: 'Local network',
  allowLanHint: 'Printers and other devices at home stay reachable while connected.',
  autoConnect: 'Connect by itself',
  autoConnectHint: 'When this computer starts, and in every network that you do not trust.',
  app: 'App',
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark', device: 'Device' },
  autostart: 'Start with this computer',
  autostartHint: 'The app waits in the tray. The tunnel does not need it.',
  closeToTray: 'Keep running when the window is closed',
  closeToTrayHint: 'The tray shows the state and leads back here.',
} as const;
