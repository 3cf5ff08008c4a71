// The health check of the first member. It forms the replica set once, and succeeds as long as the set has a primary.
const { readFileSync } = require('node:fs');

const password = readFileSync('/run/secrets/mongodb_admin_password', 'utf8').trim();
const admin = connect(`mongodb://admin:${password}@127.0.0.1:27017/admin?directConnection=true`);

let status;
try {
  status = admin.adminCommand({ replSetGetStatus: 1 });
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  const members = [1, 2, 3].map((number) => ({ _id: number, host: `mongo-${number}:27017` }));
  admin.adminCommand({ replSetInitiate: { _id: 'kassa', members } });
  quit(1);
}
quit(status.members.some(({ stateStr }) => stateStr === 'PRIMARY') ? 0 : 1);
