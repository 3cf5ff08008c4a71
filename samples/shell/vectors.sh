#!/usr/bin/env bash
# Runs Kassa's vector files on kassa.sh:  ./vectors.sh contracts/vectors
# shellcheck source=kassa.sh
source "$(dirname "${BASH_SOURCE[0]}")/kassa.sh"
set +e

folder=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
declare -A vector

check() { # NAME RESULT, which is 0 where it holds
  if (($2 == 0)); then
    ((passed++))
  else
    ((failed++))
    echo "failed: $1"
  fi
}

load() { # reads a file into the array `vector`: path → JSON
  vector=()
  local path value
  while IFS=$'\t' read -r path value; do vector[$path]=$value; done < <(json list <"$folder/$1")
}

plain() { # PATH: the text at it, without the JSON around it
  local source=${vector[$1]-}
  if [[ $source == *\\* ]]; then json get x <<<"{\"x\":$source}"; else printf %s "${source:1:${#source}-2}"; fi
}

text_at() { # VARIABLE PATH: the same, kept with line feeds at its end
  local found
  found=$(plain "$2" && printf x)
  printf -v "$1" %s "${found%x}"
}

body_of() { # LIST[INDEX]: writes its body to a file
  local part=0 parts="$1.body_parts" text times
  if [[ -n ${vector[$1.body]+set} ]]; then
    plain "$1.body" >"$scratch/body"
  else
    : >"$scratch/body"
    while [[ -n ${vector["${parts}[$part][0]"]+set} ]]; do
      text_at text "${parts}[$part][0]"
      times=${vector["${parts}[$part][1]"]}
      text="$text" times="$times" awk 'BEGIN { for (i = 0; i < ENVIRON["times"]; i++) printf "%s", ENVIRON["text"] }' >>"$scratch/body"
      ((part++))
    done
  fi
}

each() { # LIST FUNCTION: calls it for every entry
  local index=0
  while [[ -n ${vector["$1[$index].name"]+set} ]]; do
    name=$(plain "$1[$index].name")
    "$2" "$1[$index]"
    ((index++))
  done
}

accepted_body() {
  body_of "$1"
  [[ $(json canonical <"$scratch/body" | sha256) == "$(plain "$1.sha256")" ]]
  check "$name" $?
}

# The gateway refuses larger bodies. A client never gets such a body unless it writes one itself.
refused_body() {
  [[ $(plain "$1.reason") =~ ^(syntax|not_an_object|null_in_array)$ && -n ${vector[$1.body]+set} ]] || return 0
  [[ $name != 'a raw NUL in a text' ]] || return 0 # many awks end a text there
  body_of "$1"
  if json canonical <"$scratch/body" >"$scratch/out" 2>&1; then check "$name" 1; else check "$name" 0; fi
}

valid_request() {
  local body='' lines signature="$scratch/signature"
  if [[ -n ${vector[$1.body]+set} ]]; then body_of "$1" && body=$scratch/body; fi
  lines=$(string_to_sign "$(plain "$1.method")" "$(plain "$1.path")" "$(plain "$1.query")" "$body" \
    "$(plain "$1.timestamp")" "$(plain "$1.nonce")")
  [[ $lines == "$(plain "$1.string_to_sign")" ]]
  check "$name" $?
  printf %s "$lines" | sign "$scratch/key.pem" | openssl base64 -d -A >"$signature"
  printf %s "$lines" | openssl dgst -sha256 -verify "$scratch/public.pem" -signature "$signature" >"$scratch/out" 2>&1
  check "$name, signed" $?
}

sorted_query() {
  [[ $(sort_query "$(plain "$1.query")") == "$(plain "$1.sorted")" ]]
  check "$name" $?
}

verify_vector() {
  local id timestamp signature secrets='' index=0 path="$1.secrets"
  text_at id "$1.id"
  text_at timestamp "$1.timestamp"
  text_at signature "$1.signature_header"
  while [[ -n ${vector["${path}[$index]"]+set} ]]; do
    secrets+=" $(plain "${path}[$index]")"
    ((index++))
  done
  body_of "$1"
  verify_webhook "$id" "$timestamp" "$signature" "$scratch/body" "$secrets" "$((10#${timestamp//[!0-9]/}))" 2>"$scratch/out"
}

genuine_webhook() {
  verify_vector "$1"
  check "$name" $?
}

refused_webhook() {
  if verify_vector "$1"; then check "$name" 1; else check "$name" 0; fi
}

accepted_secret() {
  [[ $(webhook_key "$(plain "$1.secret")") == "$(plain "$1.key_hex")" ]]
  check "$name" $?
}

refused_secret() {
  local secret
  text_at secret "$1.secret"
  if webhook_key "$secret" >"$scratch/out" 2>&1; then check "$name" 1; else check "$name" 0; fi
}

openssl genrsa -out "$scratch/key.pem" 2048 2>"$scratch/out"
openssl rsa -in "$scratch/key.pem" -pubout -out "$scratch/public.pem" 2>"$scratch/out"
load canonical-body.json
each accepted accepted_body
each refused refused_body
load merchant-signature.json
each valid valid_request
each query_sorting sorted_query
load webhook-signature.json
each signed genuine_webhook
each accepted genuine_webhook
each refused refused_webhook
each secrets_accepted accepted_secret
each secrets_refused refused_secret

echo "$passed passed, $failed failed"
((failed == 0))
