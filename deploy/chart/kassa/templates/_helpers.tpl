{{- define "kassa.labels" -}}
app.kubernetes.io/name: kassa
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "kassa.selector" -}}
app.kubernetes.io/name: kassa
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "kassa.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "kassa.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
# The gateway's group, so that the gateway can read its secrets.
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "kassa.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* The secrets as files. Only the gateway's user and group can read them. */}}
{{- define "kassa.secretVolume" -}}
- name: secrets
  secret:
    secretName: {{ required "Set secretName to the name of the secret with mongodb-uri and the keys" .Values.secretName }}
    defaultMode: 0440
{{- end }}

{{/* The pod of a role. Takes a list: the root context, the role, and the values of the role. */}}
{{- define "kassa.pod" -}}
{{- $root := index . 0 -}}
{{- $role := index . 1 -}}
{{- $values := index . 2 -}}
metadata:
  labels:
    {{- include "kassa.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ $role }}
  annotations:
    # A changed setting starts new pods.
    checksum/settings: {{ include (print $root.Template.BasePath "/settings.yaml") $root | sha256sum }}
    {{- if $root.Values.scrapeAnnotations }}
    prometheus.io/scrape: "true"
    prometheus.io/port: "10040"
    prometheus.io/path: /metrics
    {{- end }}
spec:
  # Otherwise Kubernetes would set variables such as KASSA_OPERATIONS_PORT=tcp://… for the services, and the gateway would take
  # them for its settings.
  enableServiceLinks: false
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: {{ $root.Values.terminationGracePeriodSeconds }}
  securityContext:
    {{- include "kassa.podSecurity" $root | nindent 4 }}
  {{- with $root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "kassa.selector" $root | nindent 10 }}
          app.kubernetes.io/component: {{ $role }}
  containers:
    - name: gateway
      image: {{ include "kassa.image" $root | quote }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      securityContext:
        {{- include "kassa.containerSecurity" $root | nindent 8 }}
      envFrom:
        - configMapRef:
            name: {{ $root.Release.Name }}-settings
      env:
        - name: KASSA_ROLES
          value: {{ $role }}
      ports:
        {{- if eq $role "api" }}
        - {name: merchant, containerPort: 10020}
        - {name: checkout, containerPort: 10030}
        {{- end }}
        - {name: operations, containerPort: 10040}
      startupProbe:
        httpGet: {path: /health/live, port: operations}
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: {path: /health/live, port: operations}
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: {path: /health/ready, port: operations}
        periodSeconds: 2
        timeoutSeconds: 3
        failureThreshold: 2
      resources:
        {{- toYaml $values.resources | nindent 8 }}
      volumeMounts:
        - {name: secrets, mountPath: /run/secrets/kassa, readOnly: true}
  volumes:
    {{- include "kassa.secretVolume" $root | nindent 4 }}
{{- end }}
