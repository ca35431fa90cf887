/**
 * Internal. Records as JSON objects and back: the components of a record say what the fields of its
 * object are called and of which types they are.
 */
package io.racedet.report.record;
