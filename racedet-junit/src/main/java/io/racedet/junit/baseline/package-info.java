/** The file of accepted races. */
package io.racedet.junit.baseline;
