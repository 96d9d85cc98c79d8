Set-StrictMode -Version 2.0
$ErrorActionPreference = 'Stop'
if (-not $Server.StartsWith('https://')) { throw 'Nothing was installed: the address of the appliance must begin with https://. An admin enters it as site_url.' }
$principal = New-Object Security.Principal.WindowsPrincipal ([Security.Principal.WindowsIdentity]::GetCurrent())
if (-not $principal.IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)) { throw 'Nothing was installed: open PowerShell as an administrator and run the line again.' }
if (-not [Environment]::Is64BitOperatingSystem) { throw 'Nothing was installed: the agent needs a 64-bit Windows.' }
if (-not $Digest) { throw 'Nothing was installed: there is no current build for windows-x64 yet. An admin makes one current under Packages.' }
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
  if ($arrived -ne $Digest) { throw 'Nothing was installed: what arrived is not the build that this script was made for. Fetch the script again.' }
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
if ($LASTEXITCODE -ne 0) { throw ('The agent is at ' + $program + ', but it could not install itself: see above.') }

Write-Host 'The agent is installed. Watching for two minutes whether this PC is enrolled ...'
$until = (Get-Date).AddMinutes(2)
$state = ''
while ((Get-Date) -lt $until) {
  $state = [string](& $program agent status 2>$null | Select-Object -First 1)
  if ($state -match '^(enrolled|rejected|blocked)') { break }
  Start-Sleep -Seconds 5
}
if ($state -match '^enrolled') { Write-Host 'This PC is enrolled. Nothing else is to be done.' }
elseif ($state -match '^pending') { Write-Host ('This PC waits for an approval: an admin gives it at ' + $Server + ' under Fleet, Enrollment. The agent goes on by itself then.') }
elseif ($state -match '^rejected') { Write-Warning 'The enrollment of this PC was turned down. Ask an admin of the appliance.' }
elseif ($state -match '^blocked') { Write-Warning 'This PC may not enroll again: an admin of the appliance has to allow it first.' }
else { Write-Warning ('The agent has not reached ' + $Server + ' yet. It goes on trying; see its log if it stays so.') }
