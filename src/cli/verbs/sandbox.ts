import type { Command } from '../command.js';
import { serve } from './sandbox-serve.js';

export const commands: readonly Command[] = [serve];
