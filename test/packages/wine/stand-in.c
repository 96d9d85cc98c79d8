/* Replaces millwright.exe as the agent and appends its command line to C:\calls.txt. */
#include <stdio.h>
#include <windows.h>

int main(void)
{
	FILE *calls = fopen("C:\\calls.txt", "a");
	if (!calls)
		return 1;
	fprintf(calls, "%s\n", GetCommandLineA());
	return fclose(calls) == 0 ? 0 : 1;
}
