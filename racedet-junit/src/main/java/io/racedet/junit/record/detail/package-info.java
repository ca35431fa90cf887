/** What a report says of an access: stack, locks, origin of the object. */
package io.racedet.junit.record.detail;
