; The installer for one user: no administrator is needed. It is made by the Go
; program in installers/, which fills in what stands in double braces.
Target amd64-unicode
ManifestDPIAware true
SetCompressor /SOLID lzma
RequestExecutionLevel user
Name "{{.Name}}"
OutFile "{{.Output}}"
InstallDir "$LOCALAPPDATA\Programs\{{.Name}}"
InstallDirRegKey HKCU "Software\{{.Name}}" "InstallDir"
BrandingText "{{.Name}} {{.Version}}"
ShowInstDetails nevershow
ShowUninstDetails show

!include "MUI2.nsh"
!include "LogicLib.nsh"
!define MUI_ICON "{{.Icon}}"
!define MUI_UNICON "{{.Icon}}"
!define MUI_FINISHPAGE_TITLE "{{.Name}} is installed"
!define MUI_FINISHPAGE_TEXT "Start it from the Start menu, or by a {{.Scheme}}:// link. When Windows asks, allow it on private networks: only then can others join."
!define MUI_FINISHPAGE_RUN "$INSTDIR\{{.Name}}.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Host a game now"
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

VIProductVersion "{{.Numbers}}"
VIFileVersion "{{.Numbers}}"
VIAddVersionKey "ProductName" "{{.Name}}"
VIAddVersionKey "ProductVersion" "{{.Version}}"
VIAddVersionKey "FileVersion" "{{.Version}}"
VIAddVersionKey "FileDescription" "{{.Name}} setup"
VIAddVersionKey "CompanyName" "{{.Vendor}}"
VIAddVersionKey "LegalCopyright" "{{.Copyright}}"
{{if .SignHook}}!uninstfinalize '{{.SignHook}} "%1"'
{{end}}
!define CLASSES "Software\Classes\{{.Scheme}}"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\{{.Name}}"
!define COMMAND '"$INSTDIR\{{.Name}}.exe" open-url "%1"'
!define NETSH '"$SYSDIR\netsh.exe" advfirewall firewall'
!define RULE 'name="{{.Name}}" program="$INSTDIR\{{.Name}}.exe"'

; Whoever is administrator is spared the firewall's question: the rules are those
; that a yes to it makes. Data channels and discovery go by UDP.
!macro Firewall PROTOCOL
  nsExec::Exec '${NETSH} add rule ${RULE} dir=in action=allow enable=yes profile=private protocol=${PROTOCOL}'
  Pop $0
!macroend

; A running game keeps its program: Windows lets a file in use be renamed, though
; not replaced. What earlier upgrades left behind goes as soon as it may.
!macro MoveRunningAside
  Delete "$INSTDIR\{{.Name}}.old*.exe"
  Delete "$INSTDIR\{{.Name}}.exe"
  ${If} ${FileExists} "$INSTDIR\{{.Name}}.exe"
    StrCpy $0 1
    ${While} ${FileExists} "$INSTDIR\{{.Name}}.old$0.exe"
      IntOp $0 $0 + 1
    ${EndWhile}
    Rename "$INSTDIR\{{.Name}}.exe" "$INSTDIR\{{.Name}}.old$0.exe"
  ${EndIf}
!macroend

Section "install"
  SetOutPath "$INSTDIR"
  !insertmacro MoveRunningAside
{{range .Dirs}}  SetOutPath "$INSTDIR{{.Path}}"
{{range .Files}}  File "{{.}}"
{{end}}{{end}}  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\{{.Name}}.lnk" "$INSTDIR\{{.Name}}.exe" "" "$INSTDIR\{{.Name}}.exe" 0 SW_SHOWNORMAL "" "{{.Summary}}"

  WriteRegStr HKCU "${CLASSES}" "" "URL:{{.Name}}"
  WriteRegStr HKCU "${CLASSES}" "URL Protocol" ""
  WriteRegStr HKCU "${CLASSES}\DefaultIcon" "" "$INSTDIR\{{.Name}}.exe,0"
  WriteRegStr HKCU "${CLASSES}\shell\open\command" "" '${COMMAND}'

  WriteRegStr HKCU "Software\{{.Name}}" "InstallDir" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "{{.Name}}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "{{.Version}}"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "{{.Vendor}}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\{{.Name}}.exe,0"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" {{.Kilobytes}}
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1

  UserInfo::GetAccountType
  Pop $0
  ${If} $0 == "Admin"
    nsExec::Exec '${NETSH} delete rule ${RULE}'
    Pop $0
    !insertmacro Firewall TCP
    !insertmacro Firewall UDP
  ${EndIf}
SectionEnd

Section "uninstall"
  Delete "$INSTDIR\{{.Name}}.old*.exe"
  Delete "$INSTDIR\{{.Name}}.exe"
  ${If} ${FileExists} "$INSTDIR\{{.Name}}.exe"
    MessageBox MB_OK|MB_ICONEXCLAMATION "{{.Name}} is running. Stop it (close its window), then uninstall again." /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
{{range .Removals}}  Delete "$INSTDIR{{.}}"
{{end}}{{range .RemovedDirs}}  RMDir "$INSTDIR{{.}}"
{{end}}  Delete "$SMPROGRAMS\{{.Name}}.lnk"

  ; The handler of links goes if it is ours: another one has been chosen otherwise.
  ReadRegStr $0 HKCU "${CLASSES}\shell\open\command" ""
  ${If} $0 == '${COMMAND}'
    DeleteRegKey HKCU "${CLASSES}"
  ${EndIf}
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\{{.Name}}"

  UserInfo::GetAccountType
  Pop $0
  ${If} $0 == "Admin"
    ; With those that Windows made when it asked.
    nsExec::Exec '${NETSH} delete rule name=all program="$INSTDIR\{{.Name}}.exe"'
    Pop $0
  ${EndIf}

  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DetailPrint "{{.UserData}}"
SectionEnd
