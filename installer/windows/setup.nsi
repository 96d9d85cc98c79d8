; The setup of the appliance for 64-bit Windows, compiled on Linux by build/package/setup.ts. It defines VERSION, NUMBERS
; (the version as four numbers), STAGED (the folder with the programs and the icon), OUT and, to sign the uninstaller,
; SIGN (a program that signs a file in place). TRIAL is defined for a version that is not released. millwright-service.exe does what needs more than files: the service, the
; rights of the data folder, the firewall. See installer/windows/service.
;
; Switches of the setup: /S silent, /PORT=n, /DATA=folder, /NOFIREWALL and, as the last one, /D=folder of the program.
; Switches of the uninstaller: /S, /REMOVEDATA.
; Exit codes: 0 done, 1 cancelled, 2 refused and nothing changed, 3 failed; a setup that fails is rolled back.
; Messages of silent runs are in %TEMP%\millwright-setup.log.
Target amd64-unicode
Unicode true
; LZMA makes the setup a quarter smaller and takes minutes: too long for a setup that only tries an upgrade out.
!ifdef TRIAL
  SetCompressor zlib
!else
  SetCompressor /SOLID lzma
!endif
ManifestSupportedOS Win10
RequestExecutionLevel admin

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include WinVer.nsh
!include nsDialogs.nsh

!define NAME "Millwright"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${NAME}"
!define LOG "$TEMP\millwright-setup.log"
!define REFUSED 2
!define FAILED 3

Name "${NAME} ${VERSION}"
OutFile "${OUT}"
InstallDir "$PROGRAMFILES64\${NAME}"
InstallDirRegKey HKLM "Software\${NAME}" "Program"
ShowInstDetails show
ShowUninstDetails show
BrandingText "${NAME} ${VERSION}"

VIProductVersion "${NUMBERS}"
VIFileVersion "${NUMBERS}"
VIAddVersionKey /LANG=1033 "ProductName" "${NAME}"
VIAddVersionKey /LANG=1033 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "FileDescription" "${NAME} setup"
VIAddVersionKey /LANG=1033 "CompanyName" "${NAME} maintainers"
VIAddVersionKey /LANG=1033 "LegalCopyright" "${NAME} maintainers"

; The setup itself is signed once it is complete.
!ifdef SIGN
  !uninstfinalize '"${SIGN}" "%1"' = 0
!endif

Var Data
Var Port
Var Firewall
Var IsUpgrade
Var OldPort
Var OldFirewall
; How far the installation came: what a rollback has to do.
Var HasMovedPrograms
Var HasService
Var IsRolledBack
Var RemovesData
Var PortField
Var Output
Var Code

!define MUI_ICON "${STAGED}/millwright.ico"
!define MUI_UNICON "${STAGED}/millwright.ico"
!define MUI_ABORTWARNING
!define MUI_PAGE_CUSTOMFUNCTION_PRE SkipOnUpgrade
!insertmacro MUI_PAGE_DIRECTORY
!define MUI_PAGE_CUSTOMFUNCTION_PRE SkipOnUpgrade
!define MUI_PAGE_HEADER_TEXT "Data folder"
!define MUI_PAGE_HEADER_SUBTEXT "Database, files, keys and backups. Only administrators and the service can read it."
!define MUI_DIRECTORYPAGE_TEXT_TOP "Choose an empty folder on a disk of this machine, or one with data of ${NAME}."
!define MUI_DIRECTORYPAGE_TEXT_DESTINATION "Data folder"
!define MUI_DIRECTORYPAGE_VARIABLE $Data
!insertmacro MUI_PAGE_DIRECTORY
Page custom ShowPortPage LeavePortPage
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$WINDIR\explorer.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Open ${NAME} in the browser"
!define MUI_FINISHPAGE_RUN_FUNCTION OpenBrowser
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; Runs millwright-service.exe. Its messages go to $Output, the details and the log; its exit code goes to $Code.
!macro Service PROGRAM ARGUMENTS
  nsExec::ExecToStack '"${PROGRAM}" ${ARGUMENTS}'
  Pop $Code
  Pop $Output
  DetailPrint "$Output"
!macroend

!macro StartLog
  System::Call 'kernel32::SetEnvironmentVariable(t "MILLWRIGHT_SETUP_LOG", t "${LOG}")'
!macroend

; Ends before anything has changed. The text goes to the log too, for silent installations.
!macro Refuse TEXT
  !insertmacro WriteLog "${TEXT}"
  MessageBox MB_OK|MB_ICONSTOP "${TEXT}" /SD IDOK
  SetErrorLevel ${REFUSED}
  Quit
!macroend

!macro WriteLog TEXT
  FileOpen $0 "${LOG}" a
  FileSeek $0 0 END
  FileWrite $0 "${TEXT}$\r$\n"
  FileClose $0
!macroend

!macro RequireAdministrator
  UserInfo::GetAccountType
  Pop $0
  ${If} $0 != "Admin"
    !insertmacro Refuse "Run the setup as an administrator."
  ${EndIf}
!macroend

Function .onInit
  SetShellVarContext all
  !insertmacro RequireAdministrator
  ${IfNot} ${AtLeastBuild} 17763
    !insertmacro Refuse "${NAME} needs Windows 10 version 1809, Windows Server 2019 or later."
  ${EndIf}
  !insertmacro StartLog
  InitPluginsDir
  File "/oname=$PLUGINSDIR\millwright-service.exe" "${STAGED}/millwright-service.exe"
  ${GetParameters} $R0
  ; The dialogs of the setup check again what they let the user change.
  ${IfNot} ${Silent}
    StrCpy $R0 "--draft -- $R0"
  ${Else}
    StrCpy $R0 "-- $R0"
  ${EndIf}
  Call CheckChoices
  ${If} $Code != 0
    MessageBox MB_OK|MB_ICONSTOP "$Output" /SD IDOK
    SetErrorLevel ${REFUSED}
    Quit
  ${EndIf}
  ; A rollback needs what was installed before.
  ReadRegDWORD $OldPort HKLM "Software\${NAME}" "Port"
  ReadRegDWORD $OldFirewall HKLM "Software\${NAME}" "Firewall"
FunctionEnd

; Validates the switches behind -- in $R0 and reads what they choose. An error leaves the exit code in $Code, its text in $Output.
Function CheckChoices
  !insertmacro Service "$PLUGINSDIR\millwright-service.exe" 'check "--ini=$PLUGINSDIR\choices.ini" "--program=$INSTDIR" $R0'
  ${If} $Code == 0
    ReadINIStr $Data "$PLUGINSDIR\choices.ini" setup data
    ReadINIStr $Port "$PLUGINSDIR\choices.ini" setup port
    ReadINIStr $Firewall "$PLUGINSDIR\choices.ini" setup firewall
    ReadINIStr $IsUpgrade "$PLUGINSDIR\choices.ini" setup upgrade
  ${EndIf}
FunctionEnd

Function SkipOnUpgrade
  ${If} $IsUpgrade == 1
    Abort
  ${EndIf}
FunctionEnd

Function ShowPortPage
  !insertmacro MUI_HEADER_TEXT "Port" "Browsers and agents reach ${NAME} by HTTPS on this port."
  nsDialogs::Create 1018
  Pop $0
  ${NSD_CreateLabel} 0 0 100% 12u "Port"
  Pop $0
  ${NSD_CreateNumber} 0 14u 60u 12u "$Port"
  Pop $PortField
  nsDialogs::Show
FunctionEnd

Function LeavePortPage
  ${NSD_GetText} $PortField $0
  StrCpy $R0 '-- "/DATA=$Data" "/PORT=$0"'
  ${If} $Firewall == 0
    StrCpy $R0 '$R0 /NOFIREWALL'
  ${EndIf}
  Call CheckChoices
  ${If} $Code != 0
    MessageBox MB_OK|MB_ICONEXCLAMATION "$Output"
    Abort
  ${EndIf}
FunctionEnd

Function OpenBrowser
  ExecShell "open" "https://localhost:$Port"
FunctionEnd

Section
  SetShellVarContext all
  ; First everything that can fail for want of space, while the old program still runs.
  DetailPrint "Unpacking ..."
  SetOutPath "$INSTDIR\next"
  File "${STAGED}/millwright.exe"
  File "${STAGED}/millwright-service.exe"
  SetOutPath "$INSTDIR"
  File "${STAGED}/third-party.txt"
  File "${STAGED}/upgrade-command"
  WriteUninstaller "$INSTDIR\uninstall.exe"

  ${If} $IsUpgrade == 1
    DetailPrint "Stopping the service ..."
    !insertmacro Service "$INSTDIR\next\millwright-service.exe" "stop"
    ${If} $Code != 0
      Call RollBack
      Abort
    ${EndIf}
  ${EndIf}
  Call ReplacePrograms
  DetailPrint "Installing the service ..."
  StrCpy $HasService 1
  !insertmacro Service "$INSTDIR\millwright-service.exe" 'install "--data=$Data" --port=$Port --firewall=$Firewall'
  ${If} $Code != 0
    Call RollBack
    Abort
  ${EndIf}
  DetailPrint "Starting the service ..."
  !insertmacro Service "$INSTDIR\millwright-service.exe" "start"
  ${If} $Code != 0
    Call RollBack
    Abort
  ${EndIf}
  Call Register
  Delete "$INSTDIR\millwright.exe.previous"
  Delete "$INSTDIR\millwright-service.exe.previous"
SectionEnd

; Windows lets nobody overwrite a program that runs, but rename it.
Function ReplacePrograms
  StrCpy $HasMovedPrograms 1
  Delete "$INSTDIR\millwright.exe.previous"
  Delete "$INSTDIR\millwright-service.exe.previous"
  ClearErrors
  ${If} $IsUpgrade == 1
    Rename "$INSTDIR\millwright.exe" "$INSTDIR\millwright.exe.previous"
    Rename "$INSTDIR\millwright-service.exe" "$INSTDIR\millwright-service.exe.previous"
  ${EndIf}
  Rename "$INSTDIR\next\millwright.exe" "$INSTDIR\millwright.exe"
  Rename "$INSTDIR\next\millwright-service.exe" "$INSTDIR\millwright-service.exe"
  ${If} ${Errors}
    StrCpy $Output "The programs in $INSTDIR cannot be replaced: another program has them open."
    DetailPrint "$Output"
    !insertmacro WriteLog "$Output"
    Call RollBack
    Abort
  ${EndIf}
  RMDir "$INSTDIR\next"
FunctionEnd

; The Start menu, and the entry under "Apps".
Function Register
  CreateDirectory "$SMPROGRAMS\${NAME}"
  WriteINIStr "$SMPROGRAMS\${NAME}\${NAME}.url" "InternetShortcut" "URL" "https://localhost:$Port"
  WriteINIStr "$SMPROGRAMS\${NAME}\${NAME}.url" "InternetShortcut" "IconFile" "$INSTDIR\millwright.exe"
  WriteINIStr "$SMPROGRAMS\${NAME}\${NAME}.url" "InternetShortcut" "IconIndex" "0"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "DisplayName" "${NAME}"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "Publisher" "${NAME} maintainers"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\millwright.exe"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKLM "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKLM "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKLM "${UNINSTALL_KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKLM "${UNINSTALL_KEY}" "EstimatedSize" $0
FunctionEnd

; Puts back what was there: an upgrade that fails leaves the old program running, an installation that fails leaves
; nothing but the data folder.
Function RollBack
  ${If} $IsRolledBack == 1
    Return
  ${EndIf}
  StrCpy $IsRolledBack 1
  DetailPrint "Rolling back ..."
  SetErrorLevel ${FAILED}
  SetOutPath "$TEMP"
  !insertmacro WriteLog "${NAME} ${VERSION} was not installed."
  ${If} $HasService == 1
    !insertmacro Service "$INSTDIR\millwright-service.exe" "stop"
  ${EndIf}
  ${If} $IsUpgrade == 1
    ${If} $HasMovedPrograms == 1
      Call PutBackPrograms
    ${EndIf}
    !insertmacro Service "$INSTDIR\millwright-service.exe" 'install "--data=$Data" --port=$OldPort --firewall=$OldFirewall'
    !insertmacro Service "$INSTDIR\millwright-service.exe" "start"
    RMDir /r "$INSTDIR\next"
  ${Else}
    !insertmacro Service "$INSTDIR\millwright-service.exe" "uninstall"
    Call RemovePrograms
  ${EndIf}
FunctionEnd

; A file that could not be unpacked ends the section by itself.
Function .onInstFailed
  Call RollBack
FunctionEnd

Function PutBackPrograms
  ${If} ${FileExists} "$INSTDIR\millwright.exe.previous"
    Delete "$INSTDIR\millwright.exe"
    Rename "$INSTDIR\millwright.exe.previous" "$INSTDIR\millwright.exe"
  ${EndIf}
  ${If} ${FileExists} "$INSTDIR\millwright-service.exe.previous"
    Delete "$INSTDIR\millwright-service.exe"
    Rename "$INSTDIR\millwright-service.exe.previous" "$INSTDIR\millwright-service.exe"
  ${EndIf}
FunctionEnd

!macro RemoveProgramsMacro
  Delete "$INSTDIR\millwright.exe"
  Delete "$INSTDIR\millwright.exe.previous"
  Delete "$INSTDIR\millwright-service.exe"
  Delete "$INSTDIR\millwright-service.exe.previous"
  Delete "$INSTDIR\third-party.txt"
  Delete "$INSTDIR\upgrade-command"
  Delete "$INSTDIR\uninstall.exe"
  RMDir /r "$INSTDIR\next"
  ; Not recursively: a folder that the user chose may hold other files.
  RMDir "$INSTDIR"
!macroend

Function RemovePrograms
  !insertmacro RemoveProgramsMacro
FunctionEnd

Function un.onInit
  SetShellVarContext all
  !insertmacro RequireAdministrator
  !insertmacro StartLog
  ${GetParameters} $R0
  StrCpy $RemovesData 0
  Call un.ReadSwitches
FunctionEnd

; The uninstaller has /S and /REMOVEDATA. NSIS itself removes its own _?= from the parameters.
Function un.ReadSwitches
  ${Do}
    ${If} $R0 == ""
      ${Break}
    ${EndIf}
    StrCpy $0 $R0 1
    ${If} $0 == " "
      StrCpy $R0 $R0 "" 1
      ${Continue}
    ${EndIf}
    Call un.NextSwitch
    ${If} $1 == "/REMOVEDATA"
      StrCpy $RemovesData 1
    ${ElseIf} $1 != "/S"
    ${AndIf} $1 != "/NCRC"
      !insertmacro Refuse "The uninstaller has no switch $1; it has /S and /REMOVEDATA."
    ${EndIf}
  ${Loop}
FunctionEnd

; Moves the text up to the next blank from $R0 to $1.
Function un.NextSwitch
  StrCpy $1 ""
  ${Do}
    StrCpy $0 $R0 1
    ${If} $0 == ""
    ${OrIf} $0 == " "
      ${Break}
    ${EndIf}
    StrCpy $1 "$1$0"
    StrCpy $R0 $R0 "" 1
  ${Loop}
FunctionEnd

Section "Uninstall"
  SetShellVarContext all
  ${IfNot} ${Silent}
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "Delete the data of ${NAME} too? Database, files, keys and backups would be lost." IDNO keep
    StrCpy $RemovesData 1
    keep:
  ${EndIf}
  DetailPrint "Stopping the service ..."
  !insertmacro Service "$INSTDIR\millwright-service.exe" "stop"
  ${If} $Code != 0
    SetErrorLevel ${FAILED}
    Abort
  ${EndIf}
  ${If} $RemovesData == 1
    !insertmacro Service "$INSTDIR\millwright-service.exe" "remove-data"
    ${If} $Code != 0
      SetErrorLevel ${FAILED}
      Abort
    ${EndIf}
  ${EndIf}
  !insertmacro Service "$INSTDIR\millwright-service.exe" "uninstall"
  ${If} $Code != 0
    SetErrorLevel ${FAILED}
    Abort
  ${EndIf}
  Delete "$SMPROGRAMS\${NAME}\${NAME}.url"
  RMDir "$SMPROGRAMS\${NAME}"
  DeleteRegKey HKLM "${UNINSTALL_KEY}"
  !insertmacro RemoveProgramsMacro
SectionEnd
