import { deviceName, id, instant, platform } from '../fields.ts';
import { wire } from '../wire.ts';

export const device = wire({ id, name: deviceName, platform, createdAt: instant });
