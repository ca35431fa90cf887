/** The report as SARIF, for code scanning. */
package io.racedet.report.sarif;
