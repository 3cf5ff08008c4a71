#!/bin/sh
# Makes the secrets that compose.yaml needs, in secrets/ beside this file. It never replaces a file that exists. Back up
# secrets/encryption-key in a safe place: without it, nobody can read the stored credentials.
set -eu
umask 077
folder=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)/secrets
mkdir -p "$folder"
command -v openssl >/dev/null || { echo "make-secrets.sh needs openssl. Install it, then run this script again." >&2; exit 1; }

# Containers read the files as another user, so the files are readable. The folder keeps everybody else out.
keep() {
  if [ -s "$folder/$1" ]; then return; fi
  cat >"$folder/$1.new"
  chmod 444 "$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
  echo "made secrets/$1"
}

openssl rand -hex 24 | keep operations-token
openssl rand -base64 32 | keep session-keys
openssl rand -base64 32 | keep encryption-key
openssl rand -hex 24 | keep grafana-password
openssl rand -base64 756 | keep mongodb-members-key
openssl rand -hex 24 | keep mongodb-admin-password
openssl rand -hex 24 | keep mongodb-password
members=mongo-1:27017,mongo-2:27017,mongo-3:27017
echo "mongodb://kassa:$(cat "$folder/mongodb-password")@$members/?replicaSet=kassa&authSource=admin" | keep mongodb-uri
