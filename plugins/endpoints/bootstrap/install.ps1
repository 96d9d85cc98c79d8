Set-StrictMode -Version 2.0
$ErrorActionPreference = 'Stop'
if (-not $Server.StartsWith('https://')) { throw 'Nothing was installed: the address of the appliance must begin with https://. An admin must correct it in the settings (site_url).' }
$principal = New-Object Security.Principal.WindowsPrincipal ([Security.Principal.WindowsIdentity]::GetCurrent())
if (-not $principal.IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)) { throw 'Nothing was installed: open PowerShell as administrator and run the command again.' }
if (-not [Environment]::Is64BitOperatingSystem) { throw 'Nothing was installed: the agent requires 64-bit Windows.' }
if (-not $Digest) { throw 'Nothing was installed: there is no current build for windows-x64 yet. An admin must make one current under Agent builds.' }
Write-Host ('Installing the agent ' + $Version + ' of ' + $Site + '.')
if (-not ('Millwright.Fetch' -as [type])) { Add-Type -IgnoreWarnings -TypeDefinition $Source }

# Only administrators can write to this folder, and the agent runs from it.
$folder = Join-Path $env:ProgramFiles 'Millwright Agent'
$null = New-Item -ItemType Directory -Force -Path $folder
$program = Join-Path $folder 'millwright.exe'
$download = Join-Path $folder ([Guid]::NewGuid().ToString('N') + '.download')
try {
  $address = $Server + '/api/endpoints/siteagent/package?platform=windows-x64&t=' + $Token
  $warning = [Millwright.Fetch]::File($address, $Pins, $download)
  if ($warning) { Write-Warning $warning }
  $arrived = (Get-FileHash -Algorithm SHA256 -LiteralPath $download).Hash
  if ($arrived -ne $Digest) { throw 'Nothing was installed: the downloaded file is not the build of this script. Download the script again.' }
  Move-Item -Force -LiteralPath $download -Destination $program
}
finally {
  if (Test-Path -LiteralPath $download) { Remove-Item -Force -LiteralPath $download }
}

# Error output of a program must not throw an exception.
$ErrorActionPreference = 'Continue'
$arguments = @('agent', 'install', '--server', $Server)
foreach ($pin in $Pins) { $arguments += @('--pin', $pin) }
& $program @arguments
if ($LASTEXITCODE -ne 0) { throw ('The agent was downloaded to ' + $program + ', but its installation failed. See the messages above.') }

Write-Host 'The agent is installed. Waiting up to two minutes for the enrollment ...'
$until = (Get-Date).AddMinutes(2)
$state = ''
while ((Get-Date) -lt $until) {
  $state = [string](& $program agent status 2>$null | Select-Object -First 1)
  if ($state -match '^(enrolled|rejected|blocked)') { break }
  Start-Sleep -Seconds 5
}
if ($state -match '^enrolled') { Write-Host 'This PC is enrolled. The installation is complete.' }
elseif ($state -match '^pending') { Write-Host ('This PC waits for approval. An admin can approve it at ' + $Server + ' under Fleet, Agents, Enrollment. The agent then continues automatically.') }
elseif ($state -match '^rejected') { Write-Warning 'The enrollment of this PC was rejected. Ask an admin of the appliance.' }
elseif ($state -match '^blocked') { Write-Warning 'Enrollment of this PC is blocked. An admin of the appliance must allow it first.' }
else { Write-Warning ('The agent has not reached ' + $Server + ' yet. It keeps trying. If this does not change, see its log.') }
