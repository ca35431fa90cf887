/** The report as a page for a browser. */
package io.racedet.report.html;
