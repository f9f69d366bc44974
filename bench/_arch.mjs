import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { sharing } from './large-store/fill.mjs';
import { openServer } from './large-store/server.mjs';

const [dir, size, rounds = '1', prof] = process.argv.slice(2);
const store = JSON.parse(readFileSync(`${dir}/claims_${size}.json`));
const server = await openServer(dir, 'measuring');
const tick = 10;
const cpuOf = (pid) => {
  try {
    const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(f[11]) + Number(f[12]) + Number(f[13]) + Number(f[14])) * tick;
  } catch {
    return 0;
  }
};
const post = Number(readFileSync(`${dir}/data/postmaster.pid`, 'utf8').split('\n')[0]);
const serverCpu = () => {
  let sum = cpuOf(post);
  for (const p of readdirSync('/proc')) {
    if (!/^\d+$/.test(p)) continue;
    try {
      const s = readFileSync(`/proc/${p}/stat`, 'utf8').split(') ')[1].split(' ');
      if (Number(s[1]) === post) sum += (Number(s[11]) + Number(s[12])) * tick;
    } catch {}
  }
  return sum;
};
try {
  for (let i = 0; i < Number(rounds); i++) {
    const db = `copy_${i}`;
    await server.sql(`DROP DATABASE IF EXISTS ${db}`);
    await server.sql(`CREATE DATABASE ${db} TEMPLATE ${store.database}`);
    const home = `/var/tmp/o26/home`;
    rmSync(home, { recursive: true, force: true });
    rmSync('/var/tmp/o26/arch', { recursive: true, force: true });
    const env = sharing({ home, url: server.url(db), key: store.key });
    await server.sql('CHECKPOINT');
    if (process.env.STATS) {
      await server.sql('CREATE EXTENSION IF NOT EXISTS pg_stat_statements', db);
      await server.sql('ALTER DATABASE ' + db + " SET pg_stat_statements.track = 'all'");
      await server.sql('SELECT pg_stat_statements_reset()', db);
    }
    const before = serverCpu();
    const t = Date.now();
    const flags = prof
      ? ['--cpu-prof', '--cpu-prof-dir=/var/tmp/o26/prof', '--cpu-prof-interval=500']
      : [];
    const r = spawnSync(
      '/usr/bin/time',
      [
        '-f',
        '%U %S %M',
        'node',
        ...flags,
        'bin/payctl.js',
        'store',
        'retain',
        '--keep',
        '20d',
        '--archive',
        '/var/tmp/o26/arch',
        '--yes',
        '-o',
        'json',
      ],
      { env: { ...env, PAYCTL_NO_COMPILE_CACHE: '1' }, encoding: 'utf8' },
    );
    const wall = Date.now() - t;
    const out = JSON.parse(r.stdout || '{}');
    const [u, s, m] = r.stderr.trim().split('\n').at(-1).split(' ').map(Number);
    const n = out.taken;
    const sv = serverCpu() - before;
    const bytes = readdirSync('/var/tmp/o26/arch').reduce(
      (a, f) => a + statSync(`/var/tmp/o26/arch/${f}`).size,
      0,
    );
    console.log(
      JSON.stringify({
        n,
        wall,
        clientUs: Math.round(((u + s) * 1e6) / n),
        serverUs: Math.round((sv * 1000) / n),
        mb: Math.round(m / 1024),
        bytesEach: Math.round(bytes / n),
        perSecond2cpu: Math.round(2e6 / (((u + s) * 1e6) / n + (sv * 1000) / n)),
      }),
      r.status,
      r.stderr.slice(0, 300),
    );
    if (process.env.STATS) {
      const rows = await server.sql(
        `SELECT calls, round(total_exec_time::numeric,1) AS exec, round(total_plan_time::numeric,1) AS plan, rows, shared_blks_hit AS hit, wal_records AS walr, round(wal_bytes/1000000) AS walmb, left(regexp_replace(query,'\\s+',' ','g'),160) AS q FROM pg_stat_statements ORDER BY total_exec_time + total_plan_time DESC LIMIT 14`,
        db,
      );
      for (const r of rows) console.log(Object.values(r).join(' | '));
    }
    await server.sql(`DROP DATABASE ${db}`);
  }
} finally {
  await server.close();
}
