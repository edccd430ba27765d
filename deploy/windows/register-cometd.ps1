#Requires -RunAsAdministrator
# Registers the tunnel service as a system task that starts with the machine. Node cannot run as a Windows service, so the task scheduler runs it.
$ErrorActionPreference = 'Stop'
$action = New-ScheduledTaskAction -Execute 'C:\Program Files\Comet\node.exe' -Argument '"C:\Program Files\Comet\cometd.cjs"'
$trigger = New-ScheduledTaskTrigger -AtStartup
$principal = New-ScheduledTaskPrincipal -UserId 'S-1-5-18' -LogonType ServiceAccount -RunLevel Highest
$settings = New-ScheduledTaskSettingsSet -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) -ExecutionTimeLimit ([TimeSpan]::Zero) -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries
Register-ScheduledTask -TaskName 'Comet VPN' -Action $action -Trigger $trigger -Principal $principal -Settings $settings -Force | Out-Null
Start-ScheduledTask -TaskName 'Comet VPN'
