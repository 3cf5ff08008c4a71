// The mongo image runs this script once, when the database is new. It creates the gateway's user, who may use only the
// gateway's database.
const { readFileSync } = require('node:fs');

const password = readFileSync('/run/secrets/mongodb_password', 'utf8').trim();
db.getSiblingDB('admin').createUser({
  user: 'kassa',
  pwd: password,
  roles: [{ role: 'dbOwner', db: 'kassa' }],
});
