/** Details of accesses for reports: stack, locks, origin of the object. */
package io.racedet.junit.record.detail;
