/*
 * Import name → distribution, where the two differ by more than case, `_` and `-`.
 *
 * Source of each row: the distribution's own metadata on the Python Package Index (`https://pypi.org/project/<distribution>/`;
 * the names it installs are those of its wheel's `top_level.txt`, or the folders its RECORD lists), which
 * `importlib.metadata.packages_distributions()` reports on a machine that has it.
 */
const ROWS = `
  attr attrs
  Bio biopython
  BioSQL biopython
  bs4 beautifulsoup4
  cairo pycairo
  Crypto pycryptodome
  Cryptodome pycryptodomex
  cv2 opencv-python
  dateutil python-dateutil
  decouple python-decouple
  discord discord.py
  dns dnspython
  docx python-docx
  dotenv python-dotenv
  elftools pyelftools
  faiss faiss-cpu
  fitz pymupdf
  gi pygobject
  git gitpython
  github pygithub
  gitlab python-gitlab
  googleapiclient google-api-python-client
  grpc grpcio
  grpc_tools grpcio-tools
  imblearn imbalanced-learn
  jose python-jose
  jwt pyjwt
  kafka kafka-python
  ldap python-ldap
  magic python-magic
  MySQLdb mysqlclient
  mpl_toolkits matplotlib
  pylab matplotlib
  multipart python-multipart
  nacl pynacl
  OpenGL pyopengl
  OpenSSL pyopenssl
  osgeo gdal
  ogr gdal
  paho paho-mqtt
  PIL pillow
  pkg_resources setuptools
  pptx python-pptx
  pwn pwntools
  pythoncom pywin32
  win32api pywin32
  win32com pywin32
  win32con pywin32
  win32gui pywin32
  rest_framework djangorestframework
  ruamel ruamel.yaml
  serial pyserial
  skimage scikit-image
  sklearn scikit-learn
  sklearnex scikit-learn-intelex
  skbio scikit-bio
  skopt scikit-optimize
  sksurv scikit-survival
  skmultilearn scikit-multilearn
  skdim scikit-dimension
  sklearn_extra scikit-learn-extra
  slack slackclient
  slugify python-slugify
  snappy python-snappy
  socketio python-socketio
  engineio python-engineio
  speech_recognition speechrecognition
  telegram python-telegram-bot
  telebot pytelegrambotapi
  umap umap-learn
  usb pyusb
  websocket websocket-client
  xdist pytest-xdist
  yaml pyyaml
  zmq pyzmq
  zoneinfo_backports backports.zoneinfo
  absl absl-py
  airflow apache-airflow
  community python-louvain
  pywt pywavelets
  pyro pyro-ppl
  ot pot
  scvi scvi-tools
  openff openff-toolkit
  simtk openmm
  pymol pymol-open-source
  pybel openbabel
  tdc pytdc
  vcf pyvcf3
  allel scikit-allel
  libsbml python-libsbml
  Orange orange3
  primer3 primer3-py
  RNA viennarna
  openslide openslide-python
  tape tape-proteins
  llama_cpp llama-cpp-python
  weaviate weaviate-client
  opensearchpy opensearch-py
  google.cloud google-cloud-core
  google.cloud.pubsub_v1 google-cloud-pubsub
  google.cloud.secretmanager google-cloud-secret-manager
  google.cloud.compute_v1 google-cloud-compute
  google.oauth2 google-auth
  google.protobuf protobuf
  opentelemetry opentelemetry-api
  strawberry strawberry-graphql
  graphql graphql-core
  readability readability-lxml
  whois python-whois
  nmap python-nmap
  vt vt-py
  yara yara-python
  keystone keystone-engine
  z3 z3-solver
  sage sagemath-standard
  delta delta-spark
  dbt dbt-core
  mysql mysql-connector-python
  bson pymongo
  gridfs pymongo
  corsheaders django-cors-headers
  environ django-environ
  django_filters django-filter
  argon2 argon2-cffi
  factory factory-boy
  wx wxpython
  vlc python-vlc
  whisper openai-whisper
  camelot camelot-py
  tabula tabula-py
  fpdf fpdf2
  odf odfpy
  barcode python-barcode
  talib ta-lib
  brownie eth-brownie
  Xlib python-xlib
  RPi rpi.gpio
  smbus smbus2
  labarchivespy labarchives-py
  dnanexus dxpy
  hicstraw hic-straw
  tangram tangram-sc
  pegasus pegasuspy
  dynamo dynamo-release
  STAGATE stagate-pyg
  openff.toolkit openff-toolkit
  openff.interchange openff-interchange
  openff.evaluator openff-evaluator
  google.generativeai google-generativeai
  google.adk google-adk
  google.auth google-auth
  google.cloud.storage google-cloud-storage
  google.cloud.bigquery google-cloud-bigquery
  google.cloud.aiplatform google-cloud-aiplatform
  google.cloud.firestore google-cloud-firestore
  google.cloud.logging google-cloud-logging
  google.cloud.vision google-cloud-vision
  google.cloud.speech google-cloud-speech
  google.cloud.translate google-cloud-translate
  google.cloud.kms google-cloud-kms
  azure.identity azure-identity
  azure.storage.blob azure-storage-blob
  azure.keyvault.secrets azure-keyvault-secrets
  azure.cosmos azure-cosmos
  azure.core azure-core
  azure.servicebus azure-servicebus
  azure.ai.ml azure-ai-ml
  opentelemetry.sdk opentelemetry-sdk
  ruamel.yaml ruamel.yaml
  cupyx cupy
  ee earthengine-api
`;

const DISTRIBUTIONS: ReadonlyMap<string, string> = new Map(
  ROWS.trim()
    .split('\n')
    .map((row) => row.trim().split(' ') as [string, string]),
);

/** One spelling of a distribution's name: lower case, with hyphens (https://packaging.python.org/en/latest/specifications/name-normalization/). */
export function plainDistribution(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Packages that many distributions share: each brings its own part, and is named after it. */
const SHARED: ReadonlySet<string> = new Set([
  'azure',
  'google',
  'google.cloud',
  'odc',
  'zope',
  'plone',
  'backports',
  'jaraco',
  'sphinxcontrib',
  'opentelemetry.instrumentation',
  'opentelemetry.exporter',
  'flaskext',
  'mpl',
]);

/** The distribution that brings a module, by the longest prefix the table has; else the module's first part is its name. */
export function distributionOf(module: string): { readonly name: string; readonly isListed: boolean } {
  const parts = module.split('.');
  for (let length = parts.length; length > 0; length--) {
    const listed = DISTRIBUTIONS.get(parts.slice(0, length).join('.'));
    if (listed !== undefined) return { name: plainDistribution(listed), isListed: true };
  }
  let own = 1;
  while (own < parts.length && SHARED.has(parts.slice(0, own).join('.'))) own++;
  return { name: plainDistribution(parts.slice(0, own).join('-')), isListed: false };
}
